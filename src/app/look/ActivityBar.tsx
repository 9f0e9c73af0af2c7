import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Activity } from '../../session/activity.ts';

/** Delay of the indicator; faster requests show none. */
const SHOW_DELAY_MS = 250;

/** A moving line at the top while requests run (SH-009, RG-004). It receives neither clicks nor focus. */
export function ActivityBar({ activity }: { activity: Activity }) {
  const isBusy = useSnapshot(activity.state).count > 0;
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(isBusy), isBusy ? SHOW_DELAY_MS : 0);
    return () => clearTimeout(timer);
  }, [isBusy]);
  return isShown ? <progress className="sf-activity" aria-label="加载中" data-loading /> : null;
}
