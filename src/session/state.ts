import { proxy } from 'valtio/vanilla';
import type { CurrentUser } from '../runtime/services/people.ts';
import type { MenuEntry } from './menu.ts';

/** What the page knows of its person (AU-018) and of the application around them. */
export interface SessionState {
  token: string | null;
  name: string;
  /** Address of a picture; '' shows the placeholder. */
  avatar: string;
  roles: string[];
  permissions: string[];
  userInfo: CurrentUser | null;
  isFirstLogin: boolean;
  /** Nothing but setting up a second factor is open. */
  needsFactor: boolean;
  /** User and menus are loaded. */
  isLoaded: boolean;
  modules: MenuEntry[];
  moduleId: string;
  unitId: string;
  /** Where `/` leads right after the routes were generated (RG-009); '' once the person has been somewhere. */
  landing: string;
  /** Menu code of the current path (RG-002). */
  menuCode: string;
  /** Count of my to-dos (TC-011). */
  taskNumber: number;
  /** My to-dos by task node, where the menu has an entry that shows one. */
  nodeNumbers: Record<string, number>;
  /** Mails in the boxes, as texts (ML-006). */
  collectionLettersNum: string;
  sendLettersNum: string;
  delLettersNum: string;
  unread: { mail: number; notice: number; remind: number };
}

const EMPTY = {
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
  proxy<SessionState>({ ...structuredClone(EMPTY), token });

/** AU-017: token, roles and permissions go, and all that was loaded for them. */
export function clearState(state: SessionState): void {
  Object.assign(state, structuredClone(EMPTY));
}
