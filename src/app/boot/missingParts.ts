import type { Notices } from '../../session/notices.ts';

export const UPDATED_MESSAGE = '系统已更新，此功能要重新加载页面后才能使用。请先保存正在填写的内容';
/** Key in `tabStorage`. The stored value is the name of the build for which the page was last reloaded. */
const RELOADED_KEY = 'reloadedFor';

export interface MissingPartOptions {
  /** Requests the name of the build that the server delivers now; null when the name cannot be read. */
  fetchServedBuild(): Promise<string | null>;
  /** Name of the build of this page. */
  pageBuild: string;
  isOnline(): boolean;
  /** Returns true if a reload would lose unsaved values or uploads. */
  isBusy(): boolean;
  reload(): void;
  notices: Pick<Notices, 'show'>;
  /** Storage of this browser tab. */
  tabStorage: Pick<Storage, 'getItem' | 'setItem'>;
}

/**
 * Handles a part of the program that could not be downloaded. If the server delivers another build than this page's,
 * the part no longer exists: reloads the page, once per build. Shows a notice instead if a reload would lose data or
 * has not helped. Otherwise does nothing: the code that imported the part reports the failure.
 */
export async function handleMissingPart({
  fetchServedBuild,
  pageBuild,
  isOnline,
  isBusy,
  reload,
  notices,
  tabStorage,
}: MissingPartOptions): Promise<void> {
  if (!isOnline()) return;
  const servedBuild = await fetchServedBuild();
  if (servedBuild === null || servedBuild === pageBuild) return;
  if (!isBusy() && tabStorage.getItem(RELOADED_KEY) !== servedBuild) {
    tabStorage.setItem(RELOADED_KEY, servedBuild);
    reload();
    return;
  }
  notices.show('warning', UPDATED_MESSAGE, 'stays', { text: '重新加载', run: reload });
}

/** Returns the name of a page's build: the address of its entry script; null if it has none. */
export const buildOfPage = (page: Document): string | null =>
  page.querySelector<HTMLScriptElement>('script[type="module"][src]')?.getAttribute('src') ?? null;

/** Finds the name of the build in the HTML text of a page. The attributes may be in any order. */
const buildInHtml = (text: string): string | null => {
  const script = (text.match(/<script\b[^>]*>/g) ?? []).find(
    (tag) => tag.includes('type="module"') && tag.includes(' src="'),
  );
  return / src="([^"]+)"/.exec(script ?? '')?.[1] ?? null;
};

/** Fetches a page and returns the name of its build; null when there is no answer or no entry script. */
export async function fetchBuild(address: string): Promise<string | null> {
  try {
    const answer = await fetch(address, { cache: 'no-store' });
    return answer.ok ? buildInHtml(await answer.text()) : null;
  } catch {
    return null;
  }
}
