import { useEffect, useRef } from 'react';
import { useKept, type Kept } from '../../screens/shared/kept/useKept.ts';
import { useKind } from './documentKind.ts';
import type { Origin } from '../editor/textOrigin.ts';
import { usePublishing, type Publishing } from './usePublishing.ts';

/** Which state of a document an editor began from. */
const baseOf = ({ version, revision }: Origin): string => `${version} ${revision ?? ''}`;

/** A text that is not saved, and the one that it began from; earlier builds kept the text alone. */
export type KeptText = string | { text: string; from: string };
const textOf = (kept: KeptText): string => (typeof kept === 'string' ? kept : kept.text);

/** Keeps a document's text in this browser until it is saved as draft or published. */
function useKeptText(origin: Origin, text: string, savedText: string): Kept<KeptText> {
  const { kind } = useKind();
  const kept = useKept<KeptText>({
    place: `${kind}:${origin.key}`,
    base: baseOf(origin),
    read: () => (text === savedText ? null : { text, from: savedText }),
    isMoot: (value) => textOf(value) === origin.text,
  });
  const { soon } = kept;
  const isBegun = text !== origin.text || savedText !== origin.text;
  useEffect(() => {
    if (isBegun) soon();
  }, [isBegun, text, savedText, soon]);
  return kept;
}

/** Saves and publishes one document (`usePublishing`), and keeps its text meanwhile; what the server has is loaded instead of it, where one asks for that. */
export function useKeptPublishing(options: Parameters<typeof usePublishing>[0]): {
  work: Publishing;
  kept: Kept<KeptText>;
  /** Puts the kept text into the editor; what others stored since is merged with it. */
  restore(): void;
} {
  const { origin, replace } = options;
  const drop = useRef<() => void>(() => undefined);
  const work = usePublishing({
    ...options,
    onReload: () => {
      drop.current();
      options.onReload();
    },
  });
  const kept = useKeptText(origin, options.text, work.savedText);
  useEffect(() => {
    drop.current = () => void kept.drop();
  });
  const restore = (): void => {
    if (!kept.offer) return;
    const { value } = kept.offer;
    if (typeof value === 'string' || value.from === origin.text) replace(textOf(value));
    else void work.mergeKept(value.from, value.text);
    kept.took();
  };
  return { work, kept, restore };
}

/** Has somebody saved or published the document since this was written? */
export const isOvertaken = (origin: Origin, { offer }: Kept<KeptText>): boolean =>
  offer !== null && offer.base !== baseOf(origin);
