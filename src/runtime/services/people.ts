import type { MenuItem } from '../../grammar/documents.ts';
import type { PageQuery, Paged } from './paging.ts';

export interface UserRow {
  id: string;
  showName: string;
  deptName?: string;
  unitName?: string;
}

export interface OrgNode {
  id: string;
  name: string;
  type: 'unit' | 'dept';
  disabled?: boolean;
  children?: OrgNode[];
}

/** A unit or department where they are read level by level. */
export interface OrgItem {
  id: string;
  name: string;
  type: 'unit' | 'dept';
  disabled?: boolean;
  hasChildren?: boolean;
  /** The names above it, of what was searched for. */
  path?: string;
  /** Where further levels came along. */
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
  /** Their password was given to them and must be changed before anything else (AU-018). */
  isFirstLogin?: boolean;
  /** They must set up a second factor before anything else. */
  needsFactor?: boolean;
  /** Fields that their roles never see or never change, by form. */
  /** Where the person is led after signing in, instead of the menu's first page. */
  landing?: string;
  fieldRules?: Record<string, { hidden: string[]; locked: string[] }>;
}

/** People, to be chosen. */
export interface UserService {
  /** By part of a name or the letters it sounds like; of one unit or department with all below it where `orgId` is given. */
  search(name: string, page: PageQuery, orgId?: string): Promise<Paged<UserRow>>;
  byIds(ids: string[]): Promise<UserRow[]>;
}

/** An open sign-in of one's own; times as `YYYY-MM-DD HH:mm:ss`, `device` '' where it is not known. */
export interface OpenSession {
  id: string;
  device: string;
  address: string;
  signedIn: string;
  lastSeen: string;
  isCurrent: boolean;
}

/** Name and password; the second step, a code of an authenticator; or the ticket of a sign-in at the company's own service. */
export type SignInFields = { username: string } & (
  | { password: string; uuid: string; validateCode: string }
  | { grant_type: 'factor'; challenge: string; code: string }
  | { grant_type: 'ticket'; ticket: string }
);

export interface SessionService {
  captcha(): Promise<{ uuid: string; image: string }>;
  signIn(form: SignInFields): Promise<void>;
  /** `address`: where the browser signs out of the company's own service, too. */
  signOut(): Promise<{ address: string } | null>;
  /** Refused with the server's reason when the old password is wrong or the new one too weak (ER-010). */
  changePassword(form: { oldPassword: string; password: string; confirmPassword: string }): Promise<void>;
  user(): Promise<CurrentUser>;
  /** Address of the own picture, '' without one (TB-006). */
  photo(): Promise<string>;
  /** Makes an own upload the own picture: PNG or JPEG, 1 MB at most. */
  setPhoto(fileId: string): Promise<void>;
  menus(): Promise<MenuItem[]>;
  /** The own open sessions, this one first. */
  sessions(): Promise<OpenSession[]>;
  endSession(id: string): Promise<void>;
  /** All but this one. */
  endOtherSessions(): Promise<void>;
}
