import type { MenuItem } from '../../grammar/documents.ts';
import type { PageQuery, Paged } from './paging.ts';

export interface UserRow {
  id: string;
  showName: string;
  deptName?: string;
  unitName?: string;
}

/** A unit or department in a tree that is loaded completely. */
export interface OrgNode {
  id: string;
  name: string;
  type: 'unit' | 'dept';
  disabled?: boolean;
  children?: OrgNode[];
}

/** A unit or department in a tree that is loaded level by level; a request may return several levels. */
export interface OrgItem {
  id: string;
  name: string;
  type: 'unit' | 'dept';
  disabled?: boolean;
  hasChildren?: boolean;
  /** Names of the ancestors, in search results. */
  path?: string;
  /** Present if the same answer contains the next level. */
  children?: OrgItem[];
}

export interface CurrentUser {
  id: string;
  username: string;
  name: string;
  roles: string[];
  permissions: string[];
  mainDept: { id: string; name: string; unitName: string } | null;
  unitList: { id: string; name: string; url: string; mainOrgId: string }[];
  /** True when an administrator has set the password: it must be changed first (AU-018). */
  isFirstLogin?: boolean;
  /** True when a second factor must be set up first. */
  needsFactor?: boolean;
  /** Address of the page shown after signing in; absent: the menu's first page. */
  landing?: string;
  /** Keys of the fields that the user's roles may not see or not change, by form key. */
  fieldRules?: Record<string, { hidden: string[]; locked: string[] }>;
}

/** Search for people, for selection. */
export interface UserService {
  /**
   * Searches people with enabled accounts by part of a name or of its pinyin. `orgId`: only in this unit or department
   * and its descendants. `id`: only this person.
   */
  search(name: string, page: PageQuery, orgId?: string, id?: string): Promise<Paged<UserRow>>;
  byIds(ids: string[]): Promise<UserRow[]>;
}

/** An open session of the user; times as `YYYY-MM-DD HH:mm:ss`, `device` '' when unknown. */
export interface OpenSession {
  id: string;
  device: string;
  address: string;
  signedIn: string;
  lastSeen: string;
  isCurrent: boolean;
}

/**
 * The input of one step of signing in: password and captcha; the code of an authenticator, as the second step; or a
 * ticket of the company's own sign-in service.
 */
export type SignInFields = { username: string } & (
  | { password: string; uuid: string; validateCode: string }
  | { grant_type: 'factor'; challenge: string; code: string }
  | { grant_type: 'ticket'; ticket: string }
);

export interface SessionService {
  captcha(): Promise<{ uuid: string; image: string }>;
  signIn(form: SignInFields): Promise<void>;
  /**
   * Signs out. Returns the `address` of the page at which the browser also signs out of the company's own sign-in
   * service; null without such a page.
   */
  signOut(): Promise<{ address: string } | null>;
  /** Throws a ServiceError with the reason when the old password is wrong or the new one too weak (ER-010). */
  changePassword(form: { oldPassword: string; password: string; confirmPassword: string }): Promise<void>;
  user(): Promise<CurrentUser>;
  /** Returns the address of the user's own picture; '' without a picture (TB-006). */
  photo(): Promise<string>;
  /** Sets an uploaded file as the user's picture: PNG or JPEG, at most 1 MB. */
  setPhoto(fileId: string): Promise<void>;
  menus(): Promise<MenuItem[]>;
  /** Returns the user's open sessions, the current session first. */
  sessions(): Promise<OpenSession[]>;
  endSession(id: string): Promise<void>;
  /** Ends all of the user's sessions except this one. */
  endOtherSessions(): Promise<void>;
}
