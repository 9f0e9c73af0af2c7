import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { redirectTarget } from '../../session/guard.ts';
import { useSession } from '../../session/context.ts';
import { platformFacts } from '../../session/platform.ts';
import { challengeOf } from './signInFailure.ts';

interface Props {
  /** The account is right and has a second factor. */
  onChallenge(challenge: string): void;
  onFailure(text: string): void;
}

/**
 * The button that leads to the sign-in service of the company, and the way back: the service returns to this page with a
 * ticket, for which the session is fetched once.
 */
export default function CompanySignIn({ onChallenge, onFailure }: Props) {
  const session = useSession();
  const { search } = useLocation();
  const ticket = new URLSearchParams(search).get('ticket');
  const [isBusy, setBusy] = useState(ticket !== null);
  const sent = useRef('');
  useEffect(() => {
    if (ticket === null || sent.current === ticket) return;
    sent.current = ticket;
    setBusy(true);
    session.signIn({ username: session.lastUsername(), grant_type: 'ticket', ticket }).catch((error: unknown) => {
      // the ticket is used up: loading the page again must not send it once more
      const address = new URL(window.location.href);
      address.hash = address.hash.replace(/([?&])ticket=[^&]*&?/, '$1').replace(/[?&]$/, '');
      window.history.replaceState(window.history.state, '', address);
      setBusy(false);
      const waiting = challengeOf(error);
      if (waiting) onChallenge(waiting);
      else onFailure(error instanceof Error ? error.message : '登录失败，请重试');
    });
  }, [ticket, session, onChallenge, onFailure]);
  const back = redirectTarget(search);
  return (
    <div className="sf-sign-company">
      <p>或</p>
      <a
        className="sf-sign-other"
        data-action="company-sign-in"
        aria-disabled={isBusy}
        href={`/api/auth/openid/start${back === '/' ? '' : `?redirect=${encodeURIComponent(back)}`}`}
      >
        {isBusy ? '正在登录…' : platformFacts().companySignIn}
      </a>
    </div>
  );
}
