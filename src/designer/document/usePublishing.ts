import { useState } from 'react';
import type { Problem } from '../../domain/problem/index.ts';
import { ServiceError } from '../../runtime/services/serviceError.ts';
import { messageOf } from '../../screens/shared/messages.ts';
import { useFeedback } from '../../screens/shared/useFeedback.ts';
import { loadNewest, useMeeting, type Meeting, type Newest } from '../together/useMeeting.ts';
import { useKind } from './documentKind.ts';
import type { Origin } from '../editor/textOrigin.ts';

interface Options {
  origin: Origin;
  text: string;
  /** The text as it stands once what was just done is in it; absent where `text` always is. */ latest?: () => Promise<string>;
  /** Loads the document as it is on the server now. */ onReload(): void;
  /** Puts a text into the editor, as an edit that can be undone. */ replace(text: string): void;
}

export interface Publishing {
  isBusy: boolean;
  version: number;
  revision: number | undefined;
  hasDraft: boolean;
  savedText: string;
  /** What the server said of the draft when it was last saved here. */
  told: { text: string; problems: readonly Problem[] };
  /** What somebody else stored meanwhile and what was changed here differ in places: one is to be chosen for each. */
  meeting: Meeting | null;
  saveDraft(): Promise<boolean>;
  /** `acknowledged`: which impact was seen. */
  publish(note: string, acknowledged?: string): Promise<boolean>;
  /** An earlier version has been published again as this one; the draft stays as it was. */
  rolledBack(version: number): void;
  /** Takes what somebody else stored meanwhile into the text; nothing is saved. */
  bring(): Promise<void>;
  /** The same for a text that began from an earlier state (`from`). */
  bringBack(from: string, text: string): Promise<void>;
}

type Then = 'save' | 'publish' | 'bring';

/**
 * Saves and publishes one document. What a colleague published or saved in between is merged with what was changed here, part by
 * part; where both changed the same, one is asked. Nothing that was stored is overwritten unasked.
 */
export function usePublishing({ origin, text, latest, onReload, replace }: Options): Publishing {
  const { calls, nameIn } = useKind();
  const { message } = useFeedback();
  const { meeting, meet } = useMeeting(origin.key);
  const [isBusy, setBusy] = useState(false);
  const [seen, setSeen] = useState({
    version: origin.version,
    revision: origin.revision,
    hasDraft: origin.hasDraft,
    text: origin.text,
  });
  const [told, setTold] = useState<Publishing['told']>({ text: '', problems: [] });

  const store = async (now: string, revision: number | undefined): Promise<number | undefined> => {
    const { revision: next, problems } = await calls.saveDraft(origin.key, nameIn(now) ?? origin.name, now, revision);
    setTold({ text: now, problems });
    setSeen((before) => ({ ...before, revision: next ?? before.revision, hasDraft: true, text: now }));
    return next;
  };

  const attempt = async (work: () => Promise<boolean>, then: Then): Promise<boolean> => {
    setBusy(true);
    try {
      return await work();
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'RECORD_STALE') {
        await attempt(() => together(then), then);
        return false;
      }
      const [first] = error instanceof ServiceError ? error.problems : [];
      message.error(first ? `${messageOf(error)}：${first.message}` : messageOf(error));
      return false;
    } finally {
      setBusy(false);
    }
  };

  /** The text with both changes stands in the editor; what is on the server is what further changes are compared with. */
  const take = async (merged: string, newest: Newest, then: Then): Promise<boolean> => {
    setSeen({
      version: newest.version,
      revision: newest.revision,
      hasDraft: newest.hasDraft,
      text: newest.text,
    });
    replace(merged);
    if (then === 'bring' || merged === newest.text) {
      message.info(`已载入${newest.author}的修改`);
      return true;
    }
    await store(merged, newest.revision);
    message.success(`已与${newest.author}的修改合并，草稿已保存${then === 'publish' ? '；请核对后再发布' : ''}`);
    return true;
  };

  const together = async (then: Then, from = seen.text, given?: string): Promise<boolean> => {
    const mine = given ?? (await (latest?.() ?? text));
    await meet({
      base: from,
      mine,
      newest: await loadNewest(calls, origin.key),
      okText: then === 'bring' ? '合并' : '合并并保存草稿',
      onMerged: async (merged, newest) => {
        await attempt(() => take(merged, newest, then), then);
      },
    });
    return false;
  };

  /** True when nobody published since. */
  const isStillMine = async (): Promise<boolean> => {
    const now = (await calls.list()).find((one) => one.key === origin.key);
    return !now || now.version <= seen.version;
  };

  return {
    isBusy,
    version: seen.version,
    revision: seen.revision,
    hasDraft: seen.hasDraft,
    savedText: seen.text,
    told,
    meeting,
    saveDraft: () =>
      attempt(async () => {
        if (!(await isStillMine())) return together('save');
        await store(await (latest?.() ?? text), seen.revision);
        message.success('草稿已保存');
        return true;
      }, 'save'),
    rolledBack(version) {
      setSeen((before) => ({ ...before, version }));
      message.success(`已恢复，现在是第 ${version} 版`);
      // What stands in the editor without a draft is an older version now.
      if (!seen.hasDraft && seen.text === text) onReload();
    },
    publish: (note, acknowledged) =>
      attempt(async () => {
        if (!(await isStillMine())) return together('publish');
        const revision = await store(await (latest?.() ?? text), seen.revision);
        const impact = acknowledged === undefined ? [] : ([acknowledged] as const);
        const { version } = await calls.publish(origin.key, note, revision, seen.version, ...impact);
        setSeen((before) => ({ ...before, version, hasDraft: false }));
        message.success(`已发布第 ${version} 版`);
        return true;
      }, 'publish'),
    bring: async () => {
      await attempt(() => together('bring'), 'bring');
    },
    bringBack: async (from, given) => {
      await attempt(() => together('bring', from, given), 'bring');
    },
  };
}
