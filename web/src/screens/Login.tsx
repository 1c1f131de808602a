import { useConvexAuth } from "convex/react";
import { HostedButtons, Problem } from "../features/identity/HostedButtons";
import { loginErrorIn, useMethods } from "../features/identity/hosted";
import { LoginForm } from "../features/identity/LoginForm";
import { productName } from "../lib/deployment";
import * as loginWords from "../locales/login";
import { paths, returnPathIn } from "../paths";
import { ButtonLink } from "../ui/Button";
import { Link } from "../ui/Link";
import { Page } from "../ui/Page";
import { Navigate, useLocation } from "../ui/Router";
import { Wordmark } from "../ui/Wordmark";

/** The login, and the way back to the place before it. */
export function Login() {
  const { isAuthenticated } = useConvexAuth();
  const { search } = useLocation();
  const open = useMethods();
  if (isAuthenticated) return <Navigate to={returnPathIn(search) ?? paths.homeFeed()} replace />;
  return (
    <Page
      title={loginWords.title()}
      lead={loginWords.lead()}
      head={
        <>
          <Link to={paths.landing()}>
            <Wordmark />
          </Link>
          <ButtonLink variant="ghost" to={paths.getStarted()}>
            {loginWords.getStarted()}
          </ButtonLink>
        </>
      }
    >
      <title>{loginWords.pageTitle({ product: productName })}</title>
      <Problem words={loginErrorIn(search)} />
      <HostedButtons methods={open} returnTo={returnPathIn(search)} />
      {open.embedded && (
        <>
          <LoginForm />
          <ButtonLink variant="ghost" wide to={paths.resetPassword()}>
            {loginWords.forgot()}
          </ButtonLink>
        </>
      )}
    </Page>
  );
}
