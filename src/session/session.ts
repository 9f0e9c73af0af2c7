import type { Services } from '../runtime/services/services.ts';
import type { CurrentUser } from '../runtime/services/people.ts';
import { createCountRefresh, type CountedTopic, type CountServices } from './counts.ts';
import { sessionEndMessage } from './sessionEndMessage.ts';
import { STORAGE_KEYS, readJson, type StorageLike } from './keys.ts';
import { readMenu, type FirstPageSource } from './menu.ts';
import { firstPath, trailOfAddress } from './menuLookup.ts';
import type { Notices } from './notices.ts';
import { runWithoutOverlap } from './runWithoutOverlap.ts';
import { clearState, createState, type SessionState } from './state.ts';
import type { SessionTokens } from './tokens.ts';

export interface SessionOptions {
  services: Pick<Services, 'session'> & CountServices;
  tokens: SessionTokens;
  notices: Notices;
  /** Local storage, shared by all tabs of the browser. */
  local: StorageLike;
  /** Session storage of this tab. */
  tabStorage: StorageLike;
  /** What this installation takes its first page from; default: the menu. */
  firstPage?: FirstPageSource;
  /** Loads the page again at an address; '' keeps the current address. */
  reload(address: string): void;
}

/**
 * Fields of one sign-in step: name and password; then, if required, the code of an authenticator; or the ticket of a
 * sign-in at the company's own service.
 */
export type SignInFields = { username: string } & (
  | { password: string; uuid: string; validateCode: string }
  | { grant_type: 'factor'; challenge: string; code: string }
  | { grant_type: 'ticket'; ticket: string }
);

export interface Session {
  state: SessionState;
  /** Username saved by the last sign-in (AU-004). */
  lastUsername(): string;
  /** Signs in (AU-001…006). Throws ServiceError if the server refuses. */
  signIn(fields: SignInFields): Promise<void>;
  /**
   * Loads user and menus; parallel calls share one load (RG-006). Returns true if they are loaded. A failure is shown,
   * signs out and returns false (ER-015). Also returns false if the session has ended meanwhile.
   */
  load(): Promise<boolean>;
  /**
   * Signs out at the server, clears the storage, and loads the address from the server's answer, by default the sign-in
   * page (AU-014, AU-015). Does not ask the user for confirmation.
   */
  signOut(): Promise<void>;
  /**
   * Handles the end of the session by the server: removes only the tokens from the storage (AU-016), resets the state,
   * and shows a warning (ER-005) with the reason.
   */
  onEnded(reason?: string): void;
  /** Signs out without a call to the server (AU-017): after a password change, or when loading failed. */
  signOutLocally(): void;
  /**
   * Chooses the user's first unit and returns its address, to open after sign-in (RG-010). Returns null if the first
   * page comes from the menu, if a unit is already chosen or the user has none, and for a unit without an address.
   */
  chooseFirstUnit(): string | null;
  /**
   * Called on every navigation (RG-002): updates the menu code and the current module. Any page other than `/`
   * and `/login` clears `state.landing`.
   */
  visit(path: string, search: string): void;
  /** Makes a module (a top-level entry of the menu) the current one, and stores the choice. */
  chooseModule(id: string): void;
  /** Changes the unit and loads its address (UN-001…003). Returns false if the unit has no address (ER-012). */
  chooseUnit(id: string): boolean;
  /** Returns the id of the unit that this tab sends with its calls; null before a unit is known. */
  unitId(): string | null;
  /** Resets the chosen unit, because the server refused it: the user has no post in it. */
  resetUnit(): void;
  /** Loads the user's own picture into the state (TB-006). */
  loadPhoto(): Promise<void>;
  /** Refreshes the counts of a topic: to-dos, mails, notices or reminders (TC-011, ML-004). */
  updateCounts(topic: CountedTopic): Promise<void>;
  /** Loads the menu again after a change on the server. A failure keeps the present menu. */
  refreshMenus(): Promise<void>;
  /**
   * Called when another tab has changed the value `key` of local storage (null: it has cleared everything). Takes over
   * the tokens or their removal; loads the page again if somebody else has signed in. Ignores other keys.
   */
  storageChanged(key: string | null): void;
}

export function createSession(options: SessionOptions): Session {
  const { services, tokens, notices, local, tabStorage, firstPage = 'menu', reload } = options;
  const state = createState(tokens.get()?.access_token ?? null);
  let pendingLoad: Promise<boolean> | null = null;

  const signOutLocally = (): void => {
    tokens.clear();
    local.removeItem(STORAGE_KEYS.userInfo);
    clearState(state);
  };

  const setUser = (user: CurrentUser): void => {
    local.setItem(STORAGE_KEYS.userInfo, JSON.stringify(user));
    local.setItem(STORAGE_KEYS.units, JSON.stringify(user.unitList));
    Object.assign(state, {
      userInfo: user,
      name: user.name,
      roles: user.roles,
      permissions: user.permissions ?? [],
      isFirstLogin: user.isFirstLogin === true,
      needsFactor: user.needsFactor === true,
    });
    // the choice of this tab takes precedence over the last choice in any tab: two tabs may use different units
    const storedId = tabStorage.getItem(STORAGE_KEYS.unit) ?? local.getItem(STORAGE_KEYS.unit);
    const defaultUnit = user.unitList.find(({ name }) => name === user.mainDept?.unitName) ?? user.unitList[0];
    state.unitId = user.unitList.some(({ id }) => id === storedId) ? (storedId as string) : (defaultUnit?.id ?? '');
    if (state.unitId) tabStorage.setItem(STORAGE_KEYS.unit, state.unitId);
  };

  /** Returns the id of the chosen module if the menu contains it, else of the first visible module. */
  const moduleIdOf = (chosenId: string | null): string =>
    (state.modules.find(({ id }) => id === chosenId) ?? state.modules.find(({ isShown }) => isShown))?.id ?? '';

  // never two requests at once: otherwise an older answer could arrive last and overwrite the newer one
  const refreshMenus = runWithoutOverlap(async () => {
    const menus = state.isLoaded ? await services.session.menus().catch(() => null) : null;
    if (menus === null || !state.isLoaded) return;
    const modules = readMenu(menus, firstPage);
    // an unchanged menu must not cause a render
    if (JSON.stringify(modules) === JSON.stringify(state.modules)) return;
    state.modules = modules;
    state.moduleId = moduleIdOf(state.moduleId);
  });

  const loadAll = async (): Promise<boolean> => {
    const [user, menus] = await Promise.all([services.session.user(), services.session.menus()]);
    if (!tokens.get()) return false;
    setUser(user);
    state.modules = readMenu(menus, firstPage);
    // a default module is stored like a chosen module (UN-005, UN-006)
    chooseModule(moduleIdOf(local.getItem(STORAGE_KEYS.module)));
    state.landing = user.landing || (firstPath(state.modules) ?? '');
    state.isLoaded = true;
    void loadPhoto();
    return true;
  };

  /** Loads the picture in the background; after a failure the placeholder stays. */
  const loadPhoto = async (): Promise<void> => {
    const userId = state.userInfo?.id;
    const address = await services.session.photo().catch(() => null);
    if (address !== null && state.userInfo?.id === userId) state.avatar = address;
  };

  const chooseModule = (id: string): void => {
    state.moduleId = id;
    local.setItem(STORAGE_KEYS.module, id);
  };

  return {
    state,
    signOutLocally,
    chooseModule,
    loadPhoto,
    refreshMenus,
    updateCounts: createCountRefresh(services, state),
    lastUsername: () => local.getItem(STORAGE_KEYS.username) ?? '',

    async signIn(fields) {
      const username = fields.username.trim();
      await services.session.signIn({ ...fields, username });
      notices.clearTimed();
      local.setItem(STORAGE_KEYS.username, username);
      clearState(state);
      state.token = tokens.get()?.access_token ?? null;
    },

    load() {
      pendingLoad ??= loadAll()
        .catch((error: unknown) => {
          if (state.token === null) return false;
          signOutLocally();
          notices.show('error', error instanceof Error ? error.message : '系统错误');
          return false;
        })
        .finally(() => {
          pendingLoad = null;
        });
      return pendingLoad;
    },

    async signOut() {
      // the tokens are removed even when the call fails
      const redirect = await services.session.signOut().catch(() => null);
      signOutLocally();
      local.clear();
      tabStorage.clear();
      reload(redirect?.address ?? '#/login');
    },

    onEnded(reason = '') {
      if (state.token === null) return;
      tokens.clear();
      clearState(state);
      notices.show('warning', sessionEndMessage(reason));
    },

    chooseFirstUnit() {
      const firstUnit = state.userInfo?.unitList[0];
      if (firstPage !== 'unit' || !firstUnit || local.getItem(STORAGE_KEYS.unit) !== null) return null;
      local.setItem(STORAGE_KEYS.unit, firstUnit.id);
      // the stored choice of the tab takes precedence when the unit's address is loaded
      tabStorage.setItem(STORAGE_KEYS.unit, firstUnit.id);
      state.unitId = firstUnit.id;
      return firstUnit.url || null;
    },

    visit(path, search) {
      if (path !== '/' && path !== '/login') state.landing = '';
      const trail = trailOfAddress(state.modules, path, search);
      state.menuCode = trail.at(-1)?.code ?? '';
      const module = trail[0];
      if (module && module.id !== state.moduleId) chooseModule(module.id);
    },

    chooseUnit(id) {
      const unit = state.userInfo?.unitList.find((item) => item.id === id);
      if (!unit?.url) return false;
      local.setItem(STORAGE_KEYS.unit, id);
      local.removeItem(STORAGE_KEYS.module);
      tabStorage.clear();
      reload(unit.url);
      return true;
    },

    unitId: () => state.unitId || (tabStorage.getItem(STORAGE_KEYS.unit) ?? local.getItem(STORAGE_KEYS.unit)),

    resetUnit() {
      tabStorage.removeItem(STORAGE_KEYS.unit);
      local.removeItem(STORAGE_KEYS.unit);
      state.unitId = '';
    },

    storageChanged(key) {
      if (key === STORAGE_KEYS.tokens || key === null) {
        const token = tokens.get()?.access_token ?? null;
        if (token === null) clearState(state);
        else state.token = token;
      }
      if (key === STORAGE_KEYS.userInfo) {
        const user = readJson<CurrentUser>(local, STORAGE_KEYS.userInfo);
        // somebody else has signed in in another tab: the data of this page belong to the previous user
        if (user && state.userInfo && user.id !== state.userInfo.id) reload('');
      }
    },
  };
}
