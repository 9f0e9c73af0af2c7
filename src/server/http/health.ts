import { sql } from 'kysely';
import type { Routes } from '../context.ts';
import { ok } from './envelope.ts';
import { Refusal } from './refusal.ts';

/** `GET /health`: answers when the server can reach its database; 503 otherwise. */
export const healthRoutes: Routes = (app, { db }) => {
  app.get('/health', { config: { isPublic: true }, schema: { hide: true } }, async (request) => {
    try {
      await sql`select 1`.execute(db);
    } catch (error) {
      request.log.error({ err: error }, 'the database does not answer');
      throw new Refusal('NETWORK');
    }
    return ok({ ready: true }, '服务正常');
  });
};
