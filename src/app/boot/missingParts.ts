import type { Notices } from '../../session/notices.ts';

export const UPDATED = '系统已更新，此功能要重新加载页面后才能使用。请先保存正在填写的内容';
const MARK = 'reloadedFor';

export interface PageParts {
  /** The name of the build that the server has now; null when it does not answer. */
  served(): Promise<string | null>;
  /** The build of this page. */
  own: string;
  isOnline(): boolean;
  /** Would a reload lose something: unsaved values, files on their way? */
  isBusy(): boolean;
  reload(): void;
  notices: Pick<Notices, 'show'>;
  perTab: Pick<Storage, 'getItem' | 'setItem'>;
}

/**
 * What to do about a part of the program that was not downloaded. A part of an older build is gone after an update:
 * only then does a reload help, once for each build, and only where nothing is lost by it. Otherwise the failure is
 * left to the place that asked.
 */
export async function missingPart({
  served,
  own,
  isOnline,
  isBusy,
  reload,
  notices,
  perTab,
}: PageParts): Promise<void> {
  if (!isOnline()) return;
  const now = await served();
  if (now === null || now === own) return;
  if (!isBusy() && perTab.getItem(MARK) !== now) {
    perTab.setItem(MARK, now);
    reload();
    return;
  }
  notices.show('warning', UPDATED, 'stays', { text: '重新加载', run: reload });
}

/** The name of a page's build: the file of its first part. */
export const ownBuild = (page: Document): string | null =>
  page.querySelector<HTMLScriptElement>('script[type="module"][src]')?.getAttribute('src') ?? null;

/** The same in the text of a page, whatever the order of the attributes. */
const buildIn = (text: string): string | null => {
  const script = (text.match(/<script\b[^>]*>/g) ?? []).find(
    (tag) => tag.includes('type="module"') && tag.includes(' src="'),
  );
  return / src="([^"]+)"/.exec(script ?? '')?.[1] ?? null;
};

export async function servedBuild(address: string): Promise<string | null> {
  try {
    const answer = await fetch(address, { cache: 'no-store' });
    return answer.ok ? buildIn(await answer.text()) : null;
  } catch {
    return null;
  }
}
