import { useEffect, useMemo } from 'react';
import { createFormSession } from './createSession.ts';
import type { FormSession, FormSessionOptions } from './session.ts';

/**
 * One session for as long as the compiled form, the record and the mode stay the same objects; a changed
 * situation goes into the living session. Nothing needs to be disposed: the reactions hang on the session alone.
 */
export function useFormSession({ compiled, record, situation, services, mode }: FormSessionOptions): FormSession {
  const session = useMemo(
    () => createFormSession({ compiled, record, situation, services, mode }),
    // eslint-disable-next-line react/exhaustive-deps -- the situation is followed by the effect below
    [compiled, record, services, mode],
  );
  useEffect(() => session.setSituation(situation), [session, situation]);
  return session;
}
