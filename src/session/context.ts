import { createContext, useContext } from 'react';
import { useSnapshot } from 'valtio';
import type { Session } from './session.ts';

export interface SessionValue {
  session: Session;
}

export const SessionContext = createContext<SessionValue | null>(null);

function useSessionValue(): SessionValue {
  const value = useContext(SessionContext);
  if (value === null) throw new Error('the session is missing: render inside <SessionContext>');
  return value;
}

export const useSession = (): Session => useSessionValue().session;
/** Reactive session state: the component renders again when a property that it reads changes. */
export const useSessionState = () => useSnapshot(useSessionValue().session.state);
