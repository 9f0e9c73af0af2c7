import pg from 'pg';
import { APPLICATION_NAME } from '../store/connect.ts';

/** The channel that `announce` notifies. PostgreSQL delivers the notification when the transaction commits. */
export const CHANNEL = 'sys_event';

const RECONNECT_MS = 5_000;

/** A connection on which PostgreSQL notifies this process of new events. */
export interface EventNotifications {
  /** Returns whether notifications arrive now. */
  isListening(): boolean;
  close(): void;
}

/** For the embedded database, which has a single session and cannot LISTEN; polling finds the events. */
export const noNotifications: EventNotifications = { isListening: () => false, close: () => undefined };

/**
 * Calls `onNotification` when any server process on this PostgreSQL has announced something, and after each connection,
 * because notifications may have been missed before. Uses its own connection and reconnects after a failure. Without a
 * connection, polling finds the events.
 */
export function createNotifications(databaseUrl: string, onNotification: () => void): EventNotifications {
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isListening = false;
  let isClosed = false;

  const connect = async (): Promise<void> => {
    const newClient = new pg.Client({
      connectionString: databaseUrl,
      application_name: APPLICATION_NAME,
      keepAlive: true,
    });
    const reconnect = (): void => {
      if (client !== newClient) return;
      client = null;
      isListening = false;
      void newClient.end().catch(() => undefined);
      if (!isClosed) timer = setTimeout(() => void connect(), RECONNECT_MS).unref();
    };
    client = newClient;
    newClient.on('error', reconnect).on('end', reconnect).on('notification', onNotification);
    try {
      await newClient.connect();
      await newClient.query(`listen ${CHANNEL}`);
      isListening = !isClosed;
      onNotification();
    } catch {
      reconnect();
    }
  };
  void connect();

  return {
    isListening: () => isListening,
    close() {
      isClosed = true;
      clearTimeout(timer);
      const openClient = client;
      client = null;
      void openClient?.end().catch(() => undefined);
    },
  };
}
