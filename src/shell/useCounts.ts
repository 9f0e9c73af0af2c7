import { useCallback, useEffect } from 'react';
import { useServerEvents } from '../runtime/host/useServerEvents.ts';
import { useSession } from '../session/context.ts';

/**
 * Loads the counts of unread items on mount and after server events (ML-004, TC-011), and reloads the menus when an
 * administrator changed them.
 */
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
