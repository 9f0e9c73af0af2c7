import { useEffect, useMemo, useState, type RefObject } from 'react';
import { observer } from '@formily/reactive-react';
import { isBlockGranted } from '../node/blockAccess.ts';
import type { FormSession } from '../form/session.ts';
import { sectionName, type Section } from './sections.ts';

/** Fewer sections are seen at a glance. */
export const MIN_SECTIONS = 3;
/** A heading this far below the top of the window is the one being read: a sticky header covers what is above. */
const READING_LINE = 240;
const KEY = 'formSections';

function readFolded(): boolean {
  try {
    return localStorage.getItem(KEY) === 'folded';
  } catch {
    return false;
  }
}
function writeFolded(isFolded: boolean): void {
  // a browser without storage forgets it
  try {
    localStorage.setItem(KEY, isFolded ? 'folded' : 'open');
  } catch {
    /* nothing to do */
  }
}

const headingOf = (root: HTMLElement | null, name: string): HTMLElement | null =>
  root?.querySelector<HTMLElement>(`[data-section="${CSS.escape(name)}"]`) ?? null;

/** Acts of a person that scroll: after one of them the section that was picked is no longer the one being read. */
const SCROLLING = ['wheel', 'touchmove', 'keydown'] as const;
/** Fields mount as they come near, and what is above may still grow: the heading is brought into view again. */
const AGAIN_MS = [150, 450];

/** The section being read: the one just picked (the last ones never reach the top), else the last whose heading has passed the reading line. */
function useCurrent(root: RefObject<HTMLElement | null>, names: readonly string[]): [string, (name: string) => void] {
  const [picked, pick] = useState<string | null>(null);
  const [current, setCurrent] = useState(names[0] ?? '');
  useEffect(() => {
    let frame = 0;
    const look = (): void => {
      frame = 0;
      const passed = names.filter((name) => {
        const heading = headingOf(root.current, name);
        return heading !== null && heading.getBoundingClientRect().top <= READING_LINE;
      });
      setCurrent(passed.at(-1) ?? names[0] ?? '');
    };
    const onScroll = (): void => {
      if (frame === 0) frame = requestAnimationFrame(look);
    };
    // whichever pane scrolls: scroll events do not bubble, but they are seen on their way down
    document.addEventListener('scroll', onScroll, { capture: true, passive: true });
    return () => {
      document.removeEventListener('scroll', onScroll, { capture: true });
      cancelAnimationFrame(frame);
    };
  }, [root, names]);
  useEffect(() => {
    if (picked === null) return undefined;
    const timers = AGAIN_MS.map((delay) =>
      setTimeout(() => headingOf(root.current, picked)?.scrollIntoView({ block: 'start' }), delay),
    );
    const stop = (): void => {
      for (const timer of timers) clearTimeout(timer);
    };
    const onAct = (): void => {
      stop();
      pick(null);
    };
    for (const name of SCROLLING) document.addEventListener(name, onAct, { passive: true });
    return () => {
      stop();
      for (const name of SCROLLING) document.removeEventListener(name, onAct);
    };
  }, [root, picked]);
  return [picked !== null && names.includes(picked) ? picked : current, pick];
}

interface Props {
  session: FormSession;
  sections: readonly Section[];
  root: RefObject<HTMLElement | null>;
}

/** The sections of a long form beside it: where one is, where something is wrong, and the way there. */
export const SectionNav = observer(function SectionNav({ session, sections, root }: Props) {
  const [isFolded, setFolded] = useState(readFolded);
  const shown = sections.filter(({ parts }) =>
    parts.every(
      (part) => isBlockGranted(part, session.situation) && session.compiled.isNodeVisible(part, session.scope),
    ),
  );
  const text = JSON.stringify(shown.map(({ path }) => sectionName(path)));
  const names = useMemo(() => JSON.parse(text) as string[], [text]);
  const [current, pick] = useCurrent(root, names);
  if (shown.length < MIN_SECTIONS) return null;
  const fold = (next: boolean): void => {
    setFolded(next);
    writeFolded(next);
  };
  const go = (name: string): void => {
    const heading = headingOf(root.current, name);
    heading?.scrollIntoView({ block: 'start' });
    heading?.focus({ preventScroll: true });
    pick(name);
  };
  return (
    <nav className={isFolded ? 'sf-sections sf-sections-folded' : 'sf-sections'} aria-label="表单目录">
      <button
        type="button"
        className="sf-sections-fold"
        data-action="fold-sections"
        aria-expanded={!isFolded}
        onClick={() => fold(!isFolded)}
      >
        {isFolded ? '目录' : '收起目录'}
      </button>
      {!isFolded && (
        <ol>
          {shown.map((section, index) => {
            const name = names[index];
            const count = section.keys.reduce((total, key) => total + session.problems(key).length, 0);
            return (
              <li key={name}>
                <button
                  type="button"
                  aria-current={name === current ? 'location' : undefined}
                  title={section.label}
                  onClick={() => go(name)}
                >
                  <span>{section.label}</span>
                  {count > 0 && (
                    <span className="sf-pane-problems" aria-label={`${count} 处问题`}>
                      {count}
                    </span>
                  )}
                </button>
              </li>
            );
          })}
        </ol>
      )}
    </nav>
  );
});
