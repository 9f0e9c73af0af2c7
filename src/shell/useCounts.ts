import { useCallback, useEffect } from 'react';
import { useServerEvents } from '../runtime/host/useServerEvents.ts';
import { useSession } from '../session/context.ts';

/** Counts on load, and whenever something is new: the menu, the bell and the title follow (ML-004, TC-011). A menu that an administrator changed comes, too. */
export function useCounts(): void {
  const session = useSession();
  useEffect(() => {
    void session.count('mail');
    void session.count('notice');
  }, [session]);
  useServerEvents(
    'todo',
    useCallback(() => void session.count('todo'), [session]),
  );
  useServerEvents(
    'mail',
    useCallback(() => void session.count('mail'), [session]),
  );
  useServerEvents(
    'notice',
    useCallback(() => void session.count('notice'), [session]),
  );
  useServerEvents(
    'menu',
    useCallback(() => void session.refreshMenus(), [session]),
  );
  useServerEvents(
    'remind',
    useCallback(() => void session.count('remind'), [session]),
  );
}
