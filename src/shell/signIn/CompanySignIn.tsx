import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { useServices } from '../../runtime/contexts.ts';
import { redirectTarget } from '../../session/guard.ts';
import { useSession } from '../../session/context.ts';
import { readPlatformParameters } from '../../session/platform.ts';
import { challengeOf } from './signInFailure.ts';

interface Props {
  /** Called when the account requires the second factor. */
  onChallenge(challenge: string): void;
  onFailure(text: string): void;
}

/**
 * Tickets that were sent and must not be sent again. A ticket can be used once, but the address still contains it when
 * the form is shown again after the second factor.
 */
const sentTickets = new Set<string>();

/**
 * Link to the company's single sign-on service. The service returns to this page with a `ticket` in the query; the
 * ticket is exchanged once for a session.
 */
export default function CompanySignIn({ onChallenge, onFailure }: Props) {
  const session = useSession();
  const { address } = useServices();
  const { search } = useLocation();
  const ticket = new URLSearchParams(search).get('ticket');
  /** The ticket whose exchange has ended without a session. */
  const [endedTicket, setEndedTicket] = useState(ticket !== null && sentTickets.has(ticket) ? ticket : null);
  const isBusy = ticket !== null && ticket !== endedTicket;
  useEffect(() => {
    if (ticket === null || sentTickets.has(ticket)) return;
    sentTickets.add(ticket);
    session.signIn({ username: session.lastUsername(), grant_type: 'ticket', ticket }).catch((error: unknown) => {
      // removes the used ticket from the address, so that reloading the page does not send it again
      const pageUrl = new URL(window.location.href);
      pageUrl.hash = pageUrl.hash.replace(/([?&])ticket=[^&]*&?/, '$1').replace(/[?&]$/, '');
      window.history.replaceState(window.history.state, '', pageUrl);
      setEndedTicket(ticket);
      const challenge = challengeOf(error);
      if (challenge) onChallenge(challenge);
      else onFailure(error instanceof Error ? error.message : '登录失败，请重试');
    });
  }, [ticket, session, onChallenge, onFailure]);
  const returnAddress = redirectTarget(search);
  return (
    <div className="sf-sign-company">
      <p>或</p>
      <a
        className="sf-sign-other"
        data-action="company-sign-in"
        aria-disabled={isBusy}
        href={`${address('/auth/openid/start')}${returnAddress === '/' ? '' : `?redirect=${encodeURIComponent(returnAddress)}`}`}
      >
        {isBusy ? '正在登录…' : readPlatformParameters().companySignIn}
      </a>
    </div>
  );
}
