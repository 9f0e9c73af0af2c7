import { expect, test } from 'vitest';
import { ServiceError } from '../../src/runtime/services/serviceError.ts';
import type { Services } from '../../src/runtime/services/services.ts';
import { createCountRefresh, pendingCount, type CountServices } from '../../src/session/counts.ts';
import { createState } from '../../src/session/state.ts';
import { bench, menu, staff } from './fakes.ts';

test('the username is trimmed before sign-in and saved under the key username (AU-003, AU-004)', async () => {
  const { session, calls, local } = bench({ signedIn: false });
  await session.signIn({ username: '  staff ', password: 'p', uuid: 'u', validateCode: '1' });
  expect([calls, local.getItem('username'), session.state.token]).toEqual([['signIn staff'], 'staff', 'new']);
  expect(session.lastUsername()).toBe('staff');
});

test('a refused sign-in leaves no token and does not save the username', async () => {
  const { session, local } = bench({
    signedIn: false,
    services: {
      signIn: async () => {
        throw new ServiceError('A0210', '用户名或密码错误');
      },
    },
  });
  await expect(
    session.signIn({ username: 'staff', password: 'p', uuid: 'u', validateCode: '1' }),
  ).rejects.toMatchObject({ code: 'A0210' });
  expect([session.state.token, local.getItem('username')]).toEqual([null, null]);
});

test('loading keeps the user with the id under userInfo and the units under jcjtUnitList, sorts the modules, starts in the first and counts the to-dos (EN-002, EN-019, LS-005, UN-006, TC-011)', async () => {
  const { session, local } = bench();
  await session.load();
  expect(JSON.parse(local.getItem('userInfo') ?? '')).toEqual(staff);
  expect(JSON.parse(local.getItem('jcjtUnitList') ?? '[]')).toEqual(staff.unitList);
  expect(session.state).toMatchObject({
    name: '张经办',
    roles: ['staff'],
    isLoaded: true,
    moduleId: 'system',
    unitId: 'c1',
  });
  await session.updateCounts('todo');
  expect(session.state.taskNumber).toBe(3);
});

test('mail counters begin as texts of nothing and hold the totals of the boxes after counting (ML-004, ML-006)', async () => {
  const { session } = bench();
  expect(session.state).toMatchObject({ collectionLettersNum: '0', sendLettersNum: '0', delLettersNum: '0' });
  await session.load();
  await Promise.all([session.updateCounts('mail'), session.updateCounts('notice'), session.updateCounts('todo')]);
  expect(session.state).toMatchObject({
    collectionLettersNum: '12',
    sendLettersNum: '7',
    delLettersNum: '1',
    unread: { mail: 5, notice: 2, remind: 1 },
  });
  expect(pendingCount(session.state)).toBe(11);
  session.signOutLocally();
  expect([session.state.collectionLettersNum, pendingCount(session.state)]).toEqual(['0', 0]);
});

test('news that come in a bunch count twice at most, and the last count sees the last news', async () => {
  let open = (): void => undefined;
  let asked = 0;
  const tasks = {
    count: () => {
      asked += 1;
      return new Promise<number>((resolve) => {
        open = () => resolve(asked);
      });
    },
  } as unknown as Services['tasks'];
  const state = createState('t');
  state.isLoaded = true;
  const count = createCountRefresh({ tasks } as CountServices, state);
  const runs = [count('todo'), count('todo'), count('todo')];
  open();
  await runs[0];
  await new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
  open();
  await Promise.all(runs);
  expect([asked, state.taskNumber]).toEqual([2, 2]);
});

test('a count that fails keeps the number before it', async () => {
  const state = createState('t');
  Object.assign(state, { isLoaded: true, taskNumber: 4 });
  await createCountRefresh(
    {
      tasks: {
        count: async () => {
          throw new ServiceError('NETWORK', '网络异常');
        },
      },
    } as unknown as CountServices,
    state,
  )('todo');
  expect(state.taskNumber).toBe(4);
});

test('the picture of the person is shown when there is one; without it, or when it fails, the placeholder stays (TB-006, EN-004)', async () => {
  const avatarOf = async (photo: () => Promise<string>): Promise<string> => {
    const { session } = bench({ services: { photo } });
    await session.load();
    await new Promise((done) => {
      setTimeout(done, 0);
    });
    return session.state.avatar;
  };
  expect([
    await avatarOf(async () => 'blob:me'),
    await avatarOf(async () => ''),
    await avatarOf(async () => {
      throw new ServiceError('404', 'x');
    }),
  ]).toEqual(['blob:me', '', '']);
});

test('a picture that was changed is shown without loading anew, and one that cannot be had leaves the one before (TB-006)', async () => {
  const answers = [
    async () => 'blob:1',
    async () => 'blob:2',
    async () => {
      throw new Error('x');
    },
  ];
  const { session } = bench({ services: { photo: () => (answers.shift() as () => Promise<string>)() } });
  await session.load();
  await session.loadPhoto();
  expect(session.state.avatar).toBe('blob:2');
  await session.loadPhoto();
  expect(session.state.avatar).toBe('blob:2');
});

test('menus, roles and permissions are those that the server gives the account: nobody becomes admin (RP-001…003, PR-010)', async () => {
  const own = bench({
    services: {
      user: async () => ({ ...staff, roles: ['sealer'], permissions: ['seal:use'] }),
      menus: async () => menu.slice(0, 1),
    },
  });
  await own.session.load();
  expect(own.session.state).toMatchObject({ roles: ['sealer'], permissions: ['seal:use'] });
  expect(own.session.state.modules.map(({ id }) => id)).toEqual(['office']);
  const { session } = bench({
    services: { user: async () => ({ ...staff, permissions: undefined as unknown as string[] }) },
  });
  await session.load();
  expect([session.state.roles, session.state.permissions]).toEqual([['staff'], []]);
});

test('calls to load at the same time ask the server once', async () => {
  const { session, calls } = bench();
  await Promise.all([session.load(), session.load(), session.load()]);
  expect(calls).toEqual(['user', 'menus']);
});

test('a failed load logs out and shows the error once (AU-010, ER-015)', async () => {
  const { session, notices, tokens } = bench({
    services: {
      menus: async () => {
        throw new ServiceError('SERVER', '系统错误');
      },
    },
  });
  await Promise.all([session.load(), session.load()]);
  expect([session.state.token, tokens.get()]).toEqual([null, null]);
  expect(notices.state.list.map(({ level, text }) => [level, text])).toEqual([['error', '系统错误']]);
});

test('a menu that changes twice in a row is the newest, also where the older answer takes longer', async () => {
  const answers = [menu, menu.slice(0, 1), menu];
  const waits = [0, 20, 0];
  let calls = 0;
  const { session } = bench({
    services: {
      menus: async () => {
        const call = calls++;
        await new Promise((resolve) => {
          setTimeout(resolve, waits[call]);
        });
        return answers[call] ?? [];
      },
    },
  });
  await session.load();
  await Promise.all([session.refreshMenus(), session.refreshMenus(), session.refreshMenus()]);
  expect(calls).toBe(3);
  expect(session.state.modules).toHaveLength(2);
});

test('the stored module is the active one, and a path of another module activates that and gives the menu code (UN-004, UN-005, RG-002)', async () => {
  const { session, local } = bench({ stored: { activeModule: 'office' } });
  await session.load();
  expect(session.state.moduleId).toBe('office');
  session.visit('/system/forms', '');
  expect([session.state.menuCode, session.state.moduleId, local.getItem('activeModule')]).toEqual([
    'formManager',
    'system',
    'system',
  ]);
  session.visit('/commonEntry/list', '?formKey=nowhere');
  expect([session.state.menuCode, session.state.moduleId]).toEqual(['', 'system']);
});

test('log out clears tokens, user, menus and both storages and reloads at the sign-in page (AU-014, AU-015)', async () => {
  const { session, local, tabStorage, reloads, calls } = bench({ stored: { username: 'staff', sidebarStatus: '0' } });
  await session.load();
  await session.signOut();
  expect([local.all(), tabStorage.all(), reloads]).toEqual([{}, {}, ['#/login']]);
  expect(session.state).toMatchObject({
    token: null,
    roles: [],
    permissions: [],
    userInfo: null,
    modules: [],
    moduleId: '',
  });
  expect(calls).toContain('signOut');
});

test('log out leads on to the company’s own service where the person came from there', async () => {
  const address = 'https://office.example/api/auth/openid/end';
  const { session, local, reloads } = bench({ services: { signOut: async () => ({ address }) } });
  await session.signOut();
  expect([local.all(), reloads]).toEqual([{}, [address]]);
});

test('log out works when the server cannot be told', async () => {
  const { session, local, reloads } = bench({
    services: {
      signOut: async () => {
        throw new ServiceError('NETWORK', 'x');
      },
    },
  });
  await session.signOut();
  expect([local.all(), reloads]).toEqual([{}, ['#/login']]);
});

test('the end of the session clears only the token, and warns once however many calls notice it (AU-016, ER-005)', async () => {
  const { session, local, notices } = bench({ stored: { username: 'staff', sidebarStatus: '0' } });
  await session.load();
  session.onEnded();
  session.onEnded();
  expect(local.all()).toMatchObject({ username: 'staff', sidebarStatus: '0' });
  expect(local.getItem('tokens')).toBeNull();
  expect(notices.state.list.map(({ level, text }) => [level, text])).toEqual([['warning', '登录超时，请重新登录']]);
});

test('what was said of the end of a session is gone after signing in again, and what stays until it is closed stays', async () => {
  const { session, notices } = bench();
  await session.load();
  notices.show('warning', '登录只在本页有效', 'stays');
  session.onEnded();
  await session.signIn({ username: 'staff', password: 'p', uuid: '', validateCode: '' });
  expect(notices.state.list.map(({ text }) => text)).toEqual(['登录只在本页有效']);
});

test('the end of a session that somebody ended says so instead of calling it a timeout', async () => {
  for (const [reason, text] of [
    ['device', '此设备的登录已在其他设备上被退出，请重新登录'],
    ['password', '密码已修改，请用新密码重新登录'],
    ['reused', '登录凭证被重复使用，为保护账号已退出，请重新登录'],
    ['disabled', '账号已停用，请联系管理员'],
    ['new one', '登录超时，请重新登录'],
  ] as const) {
    const { session, notices } = bench();
    await session.load();
    session.onEnded(reason);
    session.onEnded();
    expect(notices.state.list.map(({ text: said }) => said)).toEqual([text]);
  }
});

test('a plain logout clears token, roles and permissions and the stored token, and tells the server nothing (AU-017, AU-018)', async () => {
  const { session, tokens, local, calls } = bench({ stored: { username: 'staff' } });
  await session.load();
  expect(session.state).toMatchObject({
    token: 'a',
    name: '张经办',
    avatar: '',
    roles: ['staff'],
    permissions: [],
    userInfo: staff,
    isFirstLogin: false,
  });
  session.signOutLocally();
  expect(session.state).toMatchObject({ token: null, name: '', roles: [], permissions: [], userInfo: null });
  expect([tokens.get(), local.getItem('userInfo'), local.getItem('username'), calls.includes('signOut')]).toEqual([
    null,
    null,
    'staff',
    false,
  ]);
});

test('a sign-out in another tab signs out this one', async () => {
  const { session, tokens } = bench();
  await session.load();
  tokens.clear();
  session.storageChanged('tokens');
  expect(session.state).toMatchObject({ token: null, isLoaded: false, userInfo: null });
});

test('a refresh in another tab keeps this one loaded', async () => {
  const { session, tokens } = bench();
  await session.load();
  tokens.set({ access_token: 'b', refresh_token: 'r2' });
  session.storageChanged('tokens');
  expect(session.state).toMatchObject({ token: 'b', isLoaded: true });
});

test('another person who signs in in another tab makes this page load again', async () => {
  const { session, local, reloads } = bench();
  await session.load();
  local.setItem('userInfo', JSON.stringify({ ...staff, id: 'u2' }));
  session.storageChanged('userInfo');
  expect(reloads).toEqual(['']);
});

test('a unit with an address is saved and opened; module and session storage are cleared (UN-001…003)', async () => {
  const { session, local, tabStorage, reloads } = bench({ stored: { activeModule: 'office' } });
  await session.load();
  expect(session.chooseUnit('c2')).toBe(true);
  expect([local.getItem('currentUnit'), local.getItem('activeModule'), tabStorage.all(), reloads]).toEqual([
    'c2',
    null,
    {},
    ['https://binhai.example/'],
  ]);
});

test('each tab keeps the unit it stands in: another tab’s choice does not move it, a unit that is refused is forgotten (PR-003)', async () => {
  const { session, local, tabStorage } = bench();
  await session.load();
  const first = session.unitId();
  expect(first).toBe(tabStorage.getItem('currentUnit'));
  local.setItem('currentUnit', 'c2');
  await session.load();
  expect(session.unitId()).toBe(first);
  session.resetUnit();
  expect([session.unitId(), tabStorage.getItem('currentUnit'), local.getItem('currentUnit')]).toEqual([
    null,
    null,
    null,
  ]);
});

test('in the second generation the first unit is kept as the current one and named once, on the way in (RG-010)', async () => {
  const { session, local } = bench({
    entry: 'unit',
    services: { user: async () => ({ ...staff, unitList: [...staff.unitList].reverse() }) },
  });
  await session.load();
  expect([session.chooseFirstUnit(), local.getItem('currentUnit'), session.state.unitId]).toEqual([
    'https://binhai.example/',
    'c2',
    'c2',
  ]);
  expect(session.chooseFirstUnit()).toBeNull();
  // as after the reload that opens its address
  await session.load();
  expect(session.unitId()).toBe('c2');
});

test('in the first generation no unit leads anywhere (RG-010)', async () => {
  const { session, local } = bench();
  await session.load();
  expect([session.chooseFirstUnit(), local.getItem('currentUnit')]).toEqual([null, null]);
});

test('a first unit without an address is kept and leads nowhere', async () => {
  const { session, local } = bench({ entry: 'unit' });
  await session.load();
  expect([session.chooseFirstUnit(), local.getItem('currentUnit')]).toEqual([null, 'c1']);
});

test('after loading, / leads to the first menu path until the person has been somewhere (RG-009)', async () => {
  const { session } = bench();
  await session.load();
  expect(session.state.landing).toBe('/system/forms');
  session.visit('/', '');
  expect(session.state.landing).toBe('/system/forms');
  session.visit('/seals/apply', '');
  expect(session.state.landing).toBe('');
});

test('a unit without an address is not switched to (ER-012)', async () => {
  const { session, local, reloads } = bench();
  await session.load();
  expect([session.chooseUnit('c1'), local.getItem('currentUnit'), reloads]).toEqual([false, null, []]);
});

test('tokens that are not JSON count as none', () => {
  const { session } = bench({ signedIn: false, stored: { tokens: '{broken' } });
  expect(session.state.token).toBeNull();
});
