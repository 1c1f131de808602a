import { useConvexAuth } from "convex/react";
import { EntryPage } from "../features/identity/EntryPage";
import { HostedButtons, Problem } from "../features/identity/HostedButtons";
import { loginErrorIn, useMethods } from "../features/identity/hosted";
import { LoginForm } from "../features/identity/LoginForm";
import { productName } from "../lib/deployment";
import * as loginWords from "../locales/login";
import { paths, returnPathIn } from "../paths";
import { ButtonLink } from "../ui/Button";
import { Navigate, useLocation } from "../ui/Router";

/** The login, and the way back to the place before it. */
export function Login() {
  const { isAuthenticated } = useConvexAuth();
  const { search } = useLocation();
  const open = useMethods();
  if (isAuthenticated) return <Navigate to={returnPathIn(search) ?? paths.homeFeed()} replace />;
  return (
    <EntryPage
      title={loginWords.title()}
      lead={loginWords.lead()}
      way={{ to: paths.getStarted(), words: loginWords.getStarted() }}
    >
      <title>{loginWords.pageTitle({ product: productName })}</title>
      <Problem words={loginErrorIn(search)} />
      <HostedButtons methods={open} returnTo={returnPathIn(search)} />
      {open.embedded && (
        <LoginForm passkeys={open.passkeys ?? false}>
          <ButtonLink variant="ghost" wide to={paths.resetPassword()}>
            {loginWords.forgot()}
          </ButtonLink>
        </LoginForm>
      )}
    </EntryPage>
  );
}
