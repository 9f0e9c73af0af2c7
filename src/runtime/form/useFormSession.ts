import { useEffect, useMemo } from 'react';
import { createFormSession } from './createSession.ts';
import type { FormSession, FormSessionOptions } from './session.ts';

/**
 * Returns the same session while compiled form, record, services and mode are the same. A changed situation is set in
 * the existing session. The session needs no disposal: only the session itself refers to its reactions.
 */
export function useFormSession({ compiled, record, situation, services, mode }: FormSessionOptions): FormSession {
  const session = useMemo(
    () => createFormSession({ compiled, record, situation, services, mode }),
    // eslint-disable-next-line react/exhaustive-deps -- the effect below passes a changed situation to the session
    [compiled, record, services, mode],
  );
  useEffect(() => session.setSituation(situation), [session, situation]);
  return session;
}
