import { useCallback, useEffect } from 'react';
import { useServerEvents } from '../runtime/host/useServerEvents.ts';
import { useSession } from '../session/context.ts';

/**
 * Loads the counts of unread mails and notices on mount. After a server event, loads the count of its topic: to-dos,
 * mails, notices or reminders (ML-004, TC-011), or reloads the menus that an administrator changed.
 */
export function useCounts(): void {
  const session = useSession();
  useEffect(() => {
    void session.updateCounts('mail');
    void session.updateCounts('notice');
  }, [session]);
  useServerEvents(
    'todo',
    useCallback(() => void session.updateCounts('todo'), [session]),
  );
  useServerEvents(
    'mail',
    useCallback(() => void session.updateCounts('mail'), [session]),
  );
  useServerEvents(
    'notice',
    useCallback(() => void session.updateCounts('notice'), [session]),
  );
  useServerEvents(
    'menu',
    useCallback(() => void session.refreshMenus(), [session]),
  );
  useServerEvents(
    'remind',
    useCallback(() => void session.updateCounts('remind'), [session]),
  );
}
