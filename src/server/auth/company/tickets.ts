import { sql } from 'kysely';
import { Refusal } from '../../http/refusal.ts';
import type { ErrorCode } from '../../../domain/problem/index.ts';
import type { Db } from '../../store/database.ts';
import type { SecretBox } from '../../store/secretBox.ts';
import { secretHash } from '../secret.ts';
import type { Account } from './identities.ts';
import type { Began } from './openId.ts';

const OWNER = 'sign-in ticket';
const VISIT_OWNER = 'sign-in visit';
/** A person may take this long to sign in elsewhere, and the page this long to fetch its session afterwards. */
export const VISIT_SECONDS = 600;
const TICKET_SECONDS = 60;

/** A browser on its way to the provider and back; it stands sealed in its cookie, so that nothing is stored for who only asks. */
export interface Visit extends Began {
  /** Of this browser: a ticket made for another one does not open anything here. */
  browser: string;
  /** Where to go after signing in; '' for the first page. */
  back: string;
}

type Ticket = { until: number; browser: string } & (
  | { userId: string; mark: string }
  | { fault: ErrorCode; text: string }
);

const later = (seconds: number): number => Date.now() + seconds * 1000;

export const sealVisit = (box: SecretBox, visit: Visit): string =>
  box.seal(JSON.stringify({ ...visit, until: later(VISIT_SECONDS) }), VISIT_OWNER);

/** The visit of a cookie; null for none, one of another installation, and one that took too long. */
export function openVisit(box: SecretBox, sealed: string): Visit | null {
  const text = box.open(sealed, VISIT_OWNER);
  const visit = text === null ? null : (JSON.parse(text) as Visit & { until: number });
  return visit && visit.until > Date.now() ? visit : null;
}

const ID_TOKEN_OWNER = 'sign-in id token';
/** The most characters of a cookie's value that every browser keeps. */
const COOKIE_SIZE = 3_800;

/** Seals the ID token for the cookie from which it is sent as a hint at sign-out; '' in its place if it is too long. */
export function sealIdToken(box: SecretBox, idToken: string): string {
  const sealed = box.seal(idToken, ID_TOKEN_OWNER);
  return sealed.length > COOKIE_SIZE ? box.seal('', ID_TOKEN_OWNER) : sealed;
}
/** The sealed ID token; null where the cookie is missing or was not sealed here. */
export const openIdToken = (box: SecretBox, sealed: string): string | null => box.open(sealed, ID_TOKEN_OWNER);

const seal = (box: SecretBox, ticket: Ticket): string => box.seal(JSON.stringify(ticket), OWNER);

/** Lets the page of one browser open a session of an account, once and soon. */
export const accountTicket = (box: SecretBox, browser: string, user: Account): string =>
  seal(box, { until: later(TICKET_SECONDS), browser, userId: user.id, mark: secretHash(user.password_hash) });

/** Tells the page why nobody is signed in: it asks for a session as after a success, and is refused with this. */
export const faultTicket = (box: SecretBox, browser: string, { code, message }: Refusal): string =>
  seal(box, { until: later(TICKET_SECONDS), browser, fault: code, text: message });

/** The account that a ticket opens. Refuses with SIGN_IN_ENDED, and with what the ticket tells. */
export async function redeemTicket(db: Db, box: SecretBox, sealed: string, browser: string): Promise<Account> {
  const text = box.open(sealed, OWNER);
  const ticket = text === null ? null : (JSON.parse(text) as Ticket);
  if (!ticket || ticket.until < Date.now()) throw new Refusal('SIGN_IN_ENDED');
  if ('fault' in ticket) throw Object.assign(new Refusal(ticket.fault), { message: ticket.text });
  if (browser === '' || ticket.browser !== browser) throw new Refusal('SIGN_IN_ENDED');
  if (!(await useTicket(db, secretHash(sealed), TICKET_SECONDS * 2))) throw new Refusal('SIGN_IN_ENDED');
  const user = await db
    .selectFrom('sys_user')
    .where('id', '=', ticket.userId)
    .where('is_disabled', '=', false)
    .select(['id', 'name', 'username', 'password_hash'])
    .executeTakeFirst();
  if (!user || secretHash(user.password_hash) !== ticket.mark) throw new Refusal('SIGN_IN_ENDED');
  return user;
}

/** Marks a ticket as used; false when it was used before. */
async function useTicket(db: Db, hash: string, seconds: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('auth_ticket')
    .values({ hash, expires_at: sql`now() + make_interval(secs => ${seconds}::int)` })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}
