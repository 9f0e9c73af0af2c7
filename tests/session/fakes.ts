import type { MenuItem } from '../../src/grammar/documents.ts';
import type { Services } from '../../src/runtime/services/services.ts';
import type { CurrentUser } from '../../src/runtime/services/people.ts';
import type { StorageLike } from '../../src/session/keys.ts';
import type { FirstPageSource } from '../../src/session/menu.ts';
import { createNotices, type Notices } from '../../src/session/notices.ts';
import { createSession, type Session } from '../../src/session/session.ts';
import { createTokenStore, type SessionTokens } from '../../src/session/tokens.ts';

export const staff: CurrentUser = {
  id: 'u1',
  username: 'staff',
  name: '张经办',
  roles: ['staff'],
  permissions: [],
  mainDept: { id: 'd1', name: '检测一室', unitName: '滨江检测' },
  unitList: [
    { id: 'c1', name: '滨江检测', url: '', mainOrgId: 'o1' },
    { id: 'c2', name: '滨海检测', url: 'https://binhai.example/', mainOrgId: 'o2' },
  ],
};

export const menu: MenuItem[] = [
  {
    id: 'office',
    code: 'office',
    name: '协同办公',
    component: 'Layout',
    sn: 2,
    children: [
      { id: 'index', path: '/index', name: '首页', component: 'platform/home' },
      {
        id: 'seals',
        path: '/seals',
        name: '印章管理',
        component: 'ParentView',
        children: [
          { id: 'apply', path: 'apply', name: '用印申请', component: 'seals/apply/list' },
          { id: 'secret', path: 'secret', name: '隐藏页', component: 'seals/secret/list', hidden: true },
        ],
      },
    ],
  },
  {
    id: 'system',
    code: 'system',
    name: '系统管理',
    component: 'Layout',
    sn: 1,
    children: [
      { id: 'forms', path: '/system/forms', name: '表单管理', component: 'platform/formManager', code: 'formManager' },
    ],
  },
];

export function memoryStorage(entries: Record<string, string> = {}): StorageLike & { all(): Record<string, string> } {
  const map = new Map(Object.entries(entries));
  return {
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => {
      map.set(key, value);
    },
    removeItem: (key) => {
      map.delete(key);
    },
    clear: () => map.clear(),
    all: () => Object.fromEntries(map),
  };
}

export interface Bench {
  session: Session;
  tokens: SessionTokens;
  notices: Notices;
  local: ReturnType<typeof memoryStorage>;
  tabStorage: ReturnType<typeof memoryStorage>;
  reloads: string[];
  calls: string[];
  fakeSession: Services['session'];
}

/** A session over fake services. `signedIn` starts with tokens in the storage. */
export function bench({
  signedIn = true,
  stored = {},
  services = {},
  entry = 'menu',
}: {
  signedIn?: boolean;
  stored?: Record<string, string>;
  services?: Partial<Services['session']>;
  entry?: FirstPageSource;
} = {}): Bench {
  const local = memoryStorage({
    ...stored,
    ...(signedIn ? { tokens: '{"access_token":"a","refresh_token":"r"}' } : {}),
  });
  const tabStorage = memoryStorage({ draft: 'x' });
  const tokens = createTokenStore(local);
  const notices = createNotices();
  const reloads: string[] = [];
  const calls: string[] = [];
  const fake: Services['session'] = {
    captcha: async () => ({ uuid: 'u', image: 'data:image/svg+xml,' }),
    signIn: async (form) => {
      calls.push(`signIn ${form.username}`);
      tokens.set({ access_token: 'new', refresh_token: 'r' });
    },
    signOut: async () => {
      calls.push('signOut');
      return null;
    },
    changePassword: async () => undefined,
    user: async () => {
      calls.push('user');
      // a copy by way of JSON: the session's state makes proxies of what it is given
      return JSON.parse(JSON.stringify(staff)) as CurrentUser;
    },
    photo: async () => '',
    setPhoto: async (id) => {
      calls.push(`photo ${id}`);
    },
    menus: async () => {
      calls.push('menus');
      return menu;
    },
    sessions: async () => [],
    endSession: async (id) => {
      calls.push(`end ${id}`);
    },
    endOtherSessions: async () => {
      calls.push('end others');
    },
    ...services,
  };
  const tasks = {
    list: async () => ({ list: [], total: 0 }),
    count: async () => 3,
    history: async () => [],
  } as unknown as Services['tasks'];
  const mail = {
    boxTotals: async () => ({ inbox: '12', sent: '7', deleted: '1' }),
    counts: async () => ({ unreadNum: '5' }),
  } as unknown as Services['mail'];
  const messages = { unreadCounts: async () => ({ notice: 2, remind: 1 }) } as unknown as Services['notices'];
  const session = createSession({
    services: { session: fake, tasks, mail, notices: messages },
    tokens,
    notices,
    local,
    tabStorage,
    firstPage: entry,
    reload: (address) => reloads.push(address),
  });
  return { session, tokens, notices, local, tabStorage, reloads, calls, fakeSession: fake };
}
