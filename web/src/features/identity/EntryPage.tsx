import type { ReactNode } from "react";
import { paths } from "../../paths";
import { ButtonLink } from "../../ui/Button";
import { Current } from "../../ui/Current";
import { Link } from "../../ui/Link";
import { Page } from "../../ui/Page";
import { useTablet } from "../../ui/useMedia";
import { Wordmark } from "../../ui/Wordmark";

/**
 * A form between the landing and the feed, with the way to the other form. Where there is room, the current of the
 * landing goes on beside it.
 */
export function EntryPage({
  title,
  lead,
  way,
  children,
}: {
  title: string;
  lead: ReactNode;
  way: { to: string; words: string };
  children: ReactNode;
}) {
  const isWide = useTablet();
  return (
    <Page
      title={title}
      lead={lead}
      head={
        <>
          <Link to={paths.landing()}>
            <Wordmark />
          </Link>
          <ButtonLink variant="ghost" to={way.to}>
            {way.words}
          </ButtonLink>
        </>
      }
      aside={isWide && <Current />}
    >
      {children}
    </Page>
  );
}
