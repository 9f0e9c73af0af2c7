import { sql } from 'kysely';
import { Refusal } from '../../http/refusal.ts';
import type { ErrorCode } from '../../../domain/problem/index.ts';
import type { Db } from '../../store/database.ts';
import type { SecretCipher } from '../../store/secretCipher.ts';
import { secretHash } from '../secret.ts';
import type { Account } from './identities.ts';
import type { SignInState } from './openId.ts';

// the `owner` of each kind of encrypted text (`SecretCipher`): one kind cannot be decrypted as another
const TICKET_OWNER = 'sign-in ticket';
const UNFINISHED_SIGN_IN_OWNER = 'sign-in visit';
/** Maximum time for signing in at the provider. */
export const PROVIDER_SIGN_IN_SECONDS = 600;
/** Maximum time for the page to exchange its ticket for a session. */
const TICKET_SECONDS = 60;

/**
 * An unfinished sign-in of one browser at the provider. Stored encrypted in a cookie, so that the server stores nothing
 * for unfinished sign-ins.
 */
export interface UnfinishedSignIn extends SignInState {
  /** Random identifier of this browser. Tickets for another browser are refused. */
  browser: string;
  /** Address to open after signing in; '' for the start page. */
  back: string;
}

/**
 * The result of a sign-in at the provider: an account or an error. `until`: the expiry in ms. `mark`: a hash that
 * changes with the account's password, so that a change of the password invalidates the ticket.
 */
type Ticket = { until: number; browser: string } & (
  | { userId: string; mark: string }
  | { fault: ErrorCode; text: string }
);

const timeAfter = (seconds: number): number => Date.now() + seconds * 1000;

export const encryptUnfinishedSignIn = (cipher: SecretCipher, signIn: UnfinishedSignIn): string =>
  cipher.encrypt(JSON.stringify({ ...signIn, until: timeAfter(PROVIDER_SIGN_IN_SECONDS) }), UNFINISHED_SIGN_IN_OWNER);

/**
 * Decrypts the unfinished sign-in in a cookie. Null if there is none, if it has expired, or if another installation
 * encrypted it.
 */
export function decryptUnfinishedSignIn(cipher: SecretCipher, encrypted: string): UnfinishedSignIn | null {
  const text = cipher.decrypt(encrypted, UNFINISHED_SIGN_IN_OWNER);
  const signIn = text === null ? null : (JSON.parse(text) as UnfinishedSignIn & { until: number });
  return signIn && signIn.until > Date.now() ? signIn : null;
}

const ID_TOKEN_OWNER = 'sign-in id token';
/** Maximum length of a cookie's value that all browsers accept. */
const MAX_COOKIE_CHARS = 3_800;

/**
 * Encrypts the ID token for a cookie. At sign-out the token is sent to the provider as a hint. If the token is too
 * long, encrypts ''.
 */
export function encryptIdToken(cipher: SecretCipher, idToken: string): string {
  const encrypted = cipher.encrypt(idToken, ID_TOKEN_OWNER);
  return encrypted.length > MAX_COOKIE_CHARS ? cipher.encrypt('', ID_TOKEN_OWNER) : encrypted;
}
/** Decrypts the ID token. Null if the cookie is missing or another installation encrypted it. */
export const decryptIdToken = (cipher: SecretCipher, encrypted: string): string | null =>
  cipher.decrypt(encrypted, ID_TOKEN_OWNER);

const encryptTicket = (cipher: SecretCipher, ticket: Ticket): string =>
  cipher.encrypt(JSON.stringify(ticket), TICKET_OWNER);

/** Creates a ticket with which the page of one browser may open a session of an account, once and before it expires. */
export const accountTicket = (cipher: SecretCipher, browser: string, user: Account): string =>
  encryptTicket(cipher, {
    until: timeAfter(TICKET_SECONDS),
    browser,
    userId: user.id,
    mark: secretHash(user.password_hash),
  });

/** Creates a ticket for a failed sign-in. Exchanging it for a session is refused with this error. */
export const errorTicket = (cipher: SecretCipher, browser: string, { code, message }: Refusal): string =>
  encryptTicket(cipher, { until: timeAfter(TICKET_SECONDS), browser, fault: code, text: message });

/**
 * Returns the account of a ticket and marks the ticket as used. Refuses a ticket for a failed sign-in with its error.
 * Refuses with SIGN_IN_ENDED if the ticket is invalid, expired, used or for another browser, or if the account has been
 * disabled or its password changed.
 */
export async function redeemTicket(db: Db, cipher: SecretCipher, encrypted: string, browser: string): Promise<Account> {
  const text = cipher.decrypt(encrypted, TICKET_OWNER);
  const ticket = text === null ? null : (JSON.parse(text) as Ticket);
  if (!ticket || ticket.until < Date.now()) throw new Refusal('SIGN_IN_ENDED');
  if ('fault' in ticket) throw Object.assign(new Refusal(ticket.fault), { message: ticket.text });
  if (browser === '' || ticket.browser !== browser) throw new Refusal('SIGN_IN_ENDED');
  if (!(await markTicketUsed(db, secretHash(encrypted), TICKET_SECONDS * 2))) throw new Refusal('SIGN_IN_ENDED');
  const user = await db
    .selectFrom('sys_user')
    .where('id', '=', ticket.userId)
    .where('is_disabled', '=', false)
    .select(['id', 'name', 'username', 'password_hash'])
    .executeTakeFirst();
  if (!user || secretHash(user.password_hash) !== ticket.mark) throw new Refusal('SIGN_IN_ENDED');
  return user;
}

/** Marks a ticket as used. Returns false if it was already used. */
async function markTicketUsed(db: Db, hash: string, seconds: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('auth_ticket')
    .values({ hash, expires_at: sql`now() + make_interval(secs => ${seconds}::int)` })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}
