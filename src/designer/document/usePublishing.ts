import { useState } from 'react';
import type { Problem } from '../../domain/problem/index.ts';
import { ServiceError } from '../../runtime/services/serviceError.ts';
import { messageOf } from '../../screens/shared/messages.ts';
import { useFeedback } from '../../screens/shared/useFeedback.ts';
import { useKind } from './documentKind.ts';
import type { Origin } from '../editor/textOrigin.ts';

interface Options {
  origin: Origin;
  text: string;
  /** The text as it stands once what was just done is in it; absent where `text` always is. */ latest?: () => Promise<string>;
  /** Loads the document as it is on the server now. */ onReload(): void;
}

export interface Publishing {
  isBusy: boolean;
  version: number;
  hasDraft: boolean;
  savedText: string;
  /** What the server said of the draft when it was last saved here. */
  told: { text: string; problems: readonly Problem[] };
  saveDraft(): Promise<boolean>;
  /** `acknowledged`: which impact was seen. */
  publish(note: string, acknowledged?: string): Promise<boolean>;
  /** An earlier version has been published again as this one; the draft stays as it was. */
  rolledBack(version: number): void;
}

/** Saves and publishes one document. What a colleague published or saved in between is told and not overwritten unasked. */
export function usePublishing({ origin, text, latest, onReload }: Options): Publishing {
  const { word, calls, nameIn } = useKind();
  const { message, confirm } = useFeedback();
  const [isBusy, setBusy] = useState(false);
  const [seen, setSeen] = useState({
    version: origin.version,
    revision: origin.revision,
    hasDraft: origin.hasDraft,
    text: origin.text,
  });

  const [told, setTold] = useState<Publishing['told']>({ text: '', problems: [] });

  const store = async (revision: number | undefined): Promise<number | undefined> => {
    const now = await (latest?.() ?? text);
    const { revision: next, problems } = await calls.saveDraft(origin.key, nameIn(now) ?? origin.name, now, revision);
    setTold({ text: now, problems });
    setSeen((before) => ({ ...before, revision: next ?? before.revision, hasDraft: true, text: now }));
    return next;
  };

  /** True when nobody published since; otherwise tells it and asks. */
  const isStillMine = async (): Promise<boolean> => {
    const now = (await calls.list()).find((one) => one.key === origin.key);
    if (!now || now.version <= seen.version) return true;
    confirm({
      title: `此${word}已被他人发布`,
      okText: '载入最新版本',
      isDanger: true,
      content: `您打开时是第 ${seen.version} 版，现在已是第 ${now.version} 版。您的修改没有保存。载入最新版本会放弃您的修改；取消则可先复制保留。`,
      onOk: onReload,
    });
    return false;
  };

  const attempt = async (work: () => Promise<boolean>): Promise<boolean> => {
    setBusy(true);
    try {
      return (await isStillMine()) && (await work());
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'RECORD_STALE') {
        confirm({
          title: '草稿已被他人修改',
          content: `${error.message}。载入最新草稿会放弃您的修改；取消则可先复制保留。`,
          okText: '载入最新草稿',
          isDanger: true,
          onOk: onReload,
        });
      } else {
        const [first] = error instanceof ServiceError ? error.problems : [];
        message.error(first ? `${messageOf(error)}：${first.message}` : messageOf(error));
      }
      return false;
    } finally {
      setBusy(false);
    }
  };

  return {
    isBusy,
    version: seen.version,
    hasDraft: seen.hasDraft,
    savedText: seen.text,
    told,
    saveDraft: () =>
      attempt(async () => {
        await store(seen.revision);
        message.success('草稿已保存');
        return true;
      }),
    rolledBack(version) {
      setSeen((before) => ({ ...before, version }));
      message.success(`已恢复，现在是第 ${version} 版`);
      // What stands in the editor without a draft is an older version now.
      if (!seen.hasDraft && seen.text === text) onReload();
    },
    publish: (note, acknowledged) =>
      attempt(async () => {
        const revision = await store(seen.revision);
        const impact = acknowledged === undefined ? [] : ([acknowledged] as const);
        const { version } = await calls.publish(origin.key, note, revision, seen.version, ...impact);
        setSeen((before) => ({ ...before, version, hasDraft: false }));
        message.success(`已发布第 ${version} 版`);
        return true;
      }),
  };
}
