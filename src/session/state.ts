import { proxy } from 'valtio/vanilla';
import type { CurrentUser } from '../runtime/services/people.ts';
import type { MenuEntry } from './menu.ts';

/** State of the session: the user (AU-018), the menu and the counts of to-dos, mails and messages. */
export interface SessionState {
  token: string | null;
  name: string;
  /** Address of a picture; '' shows the placeholder. */
  avatar: string;
  roles: string[];
  permissions: string[];
  userInfo: CurrentUser | null;
  isFirstLogin: boolean;
  /** True if the user must set up a second factor before any other page. */
  needsFactor: boolean;
  /** True if user and menus are loaded. */
  isLoaded: boolean;
  modules: MenuEntry[];
  moduleId: string;
  unitId: string;
  /** Path to which `/` redirects after user and menus are loaded (RG-009); '' after another page was opened. */
  landing: string;
  /** Menu code of the current path (RG-002). */
  menuCode: string;
  /** Count of my to-dos (TC-011). */
  taskNumber: number;
  /** Number of my to-dos by task node; only loaded when an entry of the menu shows such a number. */
  nodeNumbers: Record<string, number>;
  /** Numbers of received, sent and deleted mails, as texts (ML-006). */
  collectionLettersNum: string;
  sendLettersNum: string;
  delLettersNum: string;
  unread: { mail: number; notice: number; remind: number };
}

const INITIAL_STATE = {
  token: null,
  name: '',
  avatar: '',
  roles: [],
  permissions: [],
  userInfo: null,
  isFirstLogin: false,
  needsFactor: false,
  isLoaded: false,
  modules: [],
  moduleId: '',
  unitId: '',
  landing: '',
  menuCode: '',
  taskNumber: 0,
  nodeNumbers: {},
  collectionLettersNum: '0',
  sendLettersNum: '0',
  delLettersNum: '0',
  unread: { mail: 0, notice: 0, remind: 0 },
} satisfies SessionState;

export const createState = (token: string | null): SessionState =>
  proxy<SessionState>({ ...structuredClone(INITIAL_STATE), token });

/** AU-017: resets token, roles, permissions and all other loaded state. */
export function clearState(state: SessionState): void {
  Object.assign(state, structuredClone(INITIAL_STATE));
}
