import pg from 'pg';
import { APPLICATION } from '../store/connect.ts';

/** What `announce` notifies within its transaction; delivered once that has committed. */
export const CHANNEL = 'sys_event';

const AGAIN_MS = 5_000;

export interface Bell {
  isHeard(): boolean;
  close(): void;
}

/** A server without LISTEN (the embedded one has a single session): its events are found by looking. */
export const silentBell: Bell = { isHeard: () => false, close: () => undefined };

/**
 * Rings when any server process on this PostgreSQL announced something. On a connection of its own, opened again when it
 * breaks; a database that knows no LISTEN leaves it silent, and who asks goes on looking by the clock.
 */
export function createBell(databaseUrl: string, ring: () => void): Bell {
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isHeard = false;
  let isClosed = false;

  const open = async (): Promise<void> => {
    const fresh = new pg.Client({ connectionString: databaseUrl, application_name: APPLICATION, keepAlive: true });
    const lose = (): void => {
      if (client !== fresh) return;
      client = null;
      isHeard = false;
      void fresh.end().catch(() => undefined);
      if (!isClosed) timer = setTimeout(() => void open(), AGAIN_MS).unref();
    };
    client = fresh;
    fresh.on('error', lose).on('end', lose).on('notification', ring);
    try {
      await fresh.connect();
      await fresh.query(`listen ${CHANNEL}`);
      isHeard = !isClosed;
      ring();
    } catch {
      lose();
    }
  };
  void open();

  return {
    isHeard: () => isHeard,
    close() {
      isClosed = true;
      clearTimeout(timer);
      const last = client;
      client = null;
      void last?.end().catch(() => undefined);
    },
  };
}
