import { createContext, useContext } from 'react';
import { useSnapshot } from 'valtio';
import type { Session } from './session.ts';

export interface SessionValue {
  session: Session;
}

export const SessionContext = createContext<SessionValue | null>(null);

function useValue(): SessionValue {
  const value = useContext(SessionContext);
  if (value === null) throw new Error('the session is missing: render inside <SessionContext>');
  return value;
}

export const useSession = (): Session => useValue().session;
/** What is read of it re-renders the component when it changes. */
export const useSessionState = () => useSnapshot(useValue().session.state);
