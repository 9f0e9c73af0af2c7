import { useEffect, useRef, type WheelEvent } from 'react';
import { PHONE_WIDTH, useNarrower } from '../../runtime/host/mediaQuery.ts';
import { useLayoutSettings } from '../settings/settingsContext.ts';
import { Tab } from './Tab.tsx';
import { useTabActions } from './useTabActions.ts';
import { useTabs, useTabsState } from './tabsContext.ts';
import './tabBar.css';

/** Scopes after which a page may have got or lost unsaved values. */
const EDITS = ['input', 'change', 'click', 'keyup', 'focusout'] as const;

/** Long enough for a cell to hand its value on to its form. */
const SETTLED = 250;

/** The visited places (TA-001…012). The wheel scrolls a row that is too long; on a phone there is none. */
export function TabBar() {
  const tabs = useTabs();
  const { visitedViews, active } = useTabsState();
  const { tagsView } = useLayoutSettings();
  const isPhone = useNarrower(PHONE_WIDTH);
  const actions = useTabActions();
  const row = useRef<HTMLUListElement>(null);
  useEffect(() => {
    let timer = 0;
    const look = (): void => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => tabs.mark(), SETTLED);
    };
    for (const name of EDITS) document.addEventListener(name, look, true);
    look();
    return () => {
      window.clearTimeout(timer);
      for (const name of EDITS) document.removeEventListener(name, look, true);
    };
  }, [tabs, active]);
  const title = visitedViews.find(({ id }) => id === active)?.title;
  useEffect(() => {
    // the whole tab, its cross too (TA-012); a page that names its tab makes it wider
    row.current
      ?.querySelector('[aria-current]')
      ?.closest('.sf-tab')
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [active, title, visitedViews.length]);
  if (!tagsView || isPhone || visitedViews.length === 0) return null;
  const scroll = ({ deltaX, deltaY }: WheelEvent): void => {
    if (row.current) row.current.scrollLeft += deltaX || deltaY;
  };
  return (
    <nav className="sf-tabs" aria-label="已打开的页面" data-tabs onWheel={scroll}>
      <ul ref={row}>
        {visitedViews.map((tab) => (
          <Tab key={tab.id} tab={tab} isShown={tab.id === active} actions={actions} />
        ))}
      </ul>
    </nav>
  );
}
