import type { Services } from '../runtime/services/services.ts';
import type { CurrentUser } from '../runtime/services/people.ts';
import { createCounts, type CountedTopic, type CountServices } from './counts.ts';
import { endWords } from './endWords.ts';
import { KEYS, readJson, type KeyStore } from './keys.ts';
import { readMenu, type RouteEntry } from './menu.ts';
import { firstPath, trailOfPlace } from './menuLookup.ts';
import type { Notices } from './notices.ts';
import { once } from './once.ts';
import { clearState, createState, type SessionState } from './state.ts';
import type { SessionTokens } from './tokens.ts';

export interface SessionOptions {
  services: Pick<Services, 'session'> & CountServices;
  tokens: SessionTokens;
  notices: Notices;
  local: KeyStore;
  perTab: KeyStore;
  /** Which generation of routes this installation uses; by the menu when absent. */
  entry?: RouteEntry;
  /** Loads the page again at an address; '' keeps the address. */
  reload(address: string): void;
}

/** Name and password; the second step, a code of an authenticator; or the ticket of a sign-in at the company's own service. */
export type SignInFields = { username: string } & (
  | { password: string; uuid: string; validateCode: string }
  | { grant_type: 'factor'; challenge: string; code: string }
  | { grant_type: 'ticket'; ticket: string }
);

export interface Session {
  state: SessionState;
  /** Username saved by the last sign-in (AU-004). */
  lastUsername(): string;
  /** AU-001…006. Throws ServiceError when refused. */
  signIn(fields: SignInFields): Promise<void>;
  /** Loads user and menus once; parallel calls share it (RG-006). A failure logs out, is shown, and answers false (ER-015). */
  load(): Promise<boolean>;
  /** Log out after the person confirmed (AU-014, AU-015). */
  signOut(): Promise<void>;
  /** The server has ended the session: only the token goes (AU-016), with a warning (ER-005) that says why where it was no timeout. */
  end(reason?: string): void;
  /** Plain logout without a word to the server (AU-017): after a password change, or when loading failed. */
  leave(): void;
  /**
   * RG-010: where the second generation of routes leads who has just come in: the first unit's address, whose id is
   * kept as the current unit. Null in the first generation, without such an address, and for who has a unit already.
   */
  firstUnit(): string | null;
  /** Called on every navigation (RG-002): menu code and, for a path of another module, the module. */
  visit(path: string, search: string): void;
  chooseModule(id: string): void;
  /** UN-001…003. False when the unit has no address (ER-012). */
  chooseUnit(id: string): boolean;
  /** The unit that calls of this tab are made in; null before one is known. */
  unit(): string | null;
  /** The server knows no post of this person in that unit: the main one counts. */
  unitRefused(): void;
  /** Asks for the own picture and shows it (TB-006). */
  showPhoto(): Promise<void>;
  /** Counts anew what is new of a topic: to-dos, mails, notices, reminders (TC-011, ML-004). */
  count(topic: CountedTopic): Promise<void>;
  /** The menu may have changed while the page is open: asks for it again. A failure keeps the one there is. */
  refreshMenus(): Promise<void>;
  /** Another tab changed a stored value; `key` null means everything was cleared. */
  storageChanged(key: string | null): void;
}

export function createSession(options: SessionOptions): Session {
  const { services, tokens, notices, local, perTab, entry = 'menu', reload } = options;
  const state = createState(tokens.get()?.access_token ?? null);
  let loading: Promise<boolean> | null = null;

  const leave = (): void => {
    tokens.clear();
    local.removeItem(KEYS.userInfo);
    clearState(state);
  };

  const keepUser = (user: CurrentUser): void => {
    local.setItem(KEYS.userInfo, JSON.stringify(user));
    local.setItem(KEYS.units, JSON.stringify(user.unitList));
    Object.assign(state, {
      userInfo: user,
      name: user.name,
      roles: user.roles,
      permissions: user.permissions ?? [],
      isFirstLogin: user.isFirstLogin === true,
      needsFactor: user.needsFactor === true,
    });
    // this tab's own choice goes before the last one of the browser: two tabs may stand in two units
    const stored = perTab.getItem(KEYS.unit) ?? local.getItem(KEYS.unit);
    const own = user.unitList.find(({ name }) => name === user.mainDept?.unitName) ?? user.unitList[0];
    state.unitId = user.unitList.some(({ id }) => id === stored) ? (stored as string) : (own?.id ?? '');
    if (state.unitId) perTab.setItem(KEYS.unit, state.unitId);
  };

  /** The module that was chosen, else the first. */
  const moduleOf = (chosen: string | null): string =>
    (state.modules.find(({ id }) => id === chosen) ?? state.modules.find(({ isShown }) => isShown))?.id ?? '';

  // one after the other: of two answers on their way at once the older one might come last and stay
  const refreshMenus = once(async () => {
    const menus = state.isLoaded ? await services.session.menus().catch(() => null) : null;
    if (menus === null || !state.isLoaded) return;
    const modules = readMenu(menus, entry);
    // what did not change makes nothing anew
    if (JSON.stringify(modules) === JSON.stringify(state.modules)) return;
    state.modules = modules;
    state.moduleId = moduleOf(state.moduleId);
  });

  const loadAll = async (): Promise<boolean> => {
    const [user, menus] = await Promise.all([services.session.user(), services.session.menus()]);
    if (!tokens.get()) return false;
    keepUser(user);
    state.modules = readMenu(menus, entry);
    // the first module is kept as one that was chosen (UN-005, UN-006)
    chooseModule(moduleOf(local.getItem(KEYS.module)));
    state.landing = user.landing || (firstPath(state.modules) ?? '');
    state.isLoaded = true;
    void showPhoto();
    return true;
  };

  /** Nothing waits for the picture, and without it the placeholder stays. */
  const showPhoto = async (): Promise<void> => {
    const user = state.userInfo?.id;
    const address = await services.session.photo().catch(() => null);
    if (address !== null && state.userInfo?.id === user) state.avatar = address;
  };

  const chooseModule = (id: string): void => {
    state.moduleId = id;
    local.setItem(KEYS.module, id);
  };

  return {
    state,
    leave,
    chooseModule,
    showPhoto,
    refreshMenus,
    count: createCounts(services, state),
    lastUsername: () => local.getItem(KEYS.username) ?? '',

    async signIn(fields) {
      const username = fields.username.trim();
      await services.session.signIn({ ...fields, username });
      notices.clearPassing();
      local.setItem(KEYS.username, username);
      clearState(state);
      state.token = tokens.get()?.access_token ?? null;
    },

    load() {
      loading ??= loadAll()
        .catch((error: unknown) => {
          if (state.token === null) return false;
          leave();
          notices.show('error', error instanceof Error ? error.message : '系统错误');
          return false;
        })
        .finally(() => {
          loading = null;
        });
      return loading;
    },

    async signOut() {
      // the tokens go even when the server cannot be told
      const next = await services.session.signOut().catch(() => null);
      leave();
      local.clear();
      perTab.clear();
      reload(next?.address ?? '#/login');
    },

    end(reason = '') {
      if (state.token === null) return;
      tokens.clear();
      clearState(state);
      notices.show('warning', endWords(reason));
    },

    firstUnit() {
      const first = state.userInfo?.unitList[0];
      if (entry !== 'unit' || !first || local.getItem(KEYS.unit) !== null) return null;
      local.setItem(KEYS.unit, first.id);
      state.unitId = first.id;
      return first.url || null;
    },

    visit(path, search) {
      if (path !== '/' && path !== '/login') state.landing = '';
      const trail = trailOfPlace(state.modules, path, search);
      state.menuCode = trail.at(-1)?.code ?? '';
      const module = trail[0];
      if (module && module.id !== state.moduleId) chooseModule(module.id);
    },

    chooseUnit(id) {
      const unit = state.userInfo?.unitList.find((item) => item.id === id);
      if (!unit?.url) return false;
      local.setItem(KEYS.unit, id);
      local.removeItem(KEYS.module);
      perTab.clear();
      reload(unit.url);
      return true;
    },

    unit: () => state.unitId || (perTab.getItem(KEYS.unit) ?? local.getItem(KEYS.unit)),

    unitRefused() {
      perTab.removeItem(KEYS.unit);
      local.removeItem(KEYS.unit);
      state.unitId = '';
    },

    storageChanged(key) {
      if (key === KEYS.tokens || key === null) {
        const token = tokens.get()?.access_token ?? null;
        if (token === null) clearState(state);
        else state.token = token;
      }
      if (key === KEYS.userInfo) {
        const user = readJson<CurrentUser>(local, KEYS.userInfo);
        // someone else signed in in another tab: this page belongs to the person before
        if (user && state.userInfo && user.id !== state.userInfo.id) reload('');
      }
    },
  };
}
