import { useEffect, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { Activity } from '../../session/activity.ts';

/** Requests faster than this show nothing. */
const PATIENCE = 250;

/** A moving line on top while requests run (SH-009, RG-004). It takes no clicks and no focus: typing goes on. */
export function ActivityBar({ activity }: { activity: Activity }) {
  const isBusy = useSnapshot(activity.state).count > 0;
  const [isShown, show] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => show(isBusy), isBusy ? PATIENCE : 0);
    return () => clearTimeout(timer);
  }, [isBusy]);
  return isShown ? <progress className="sf-activity" aria-label="加载中" data-loading /> : null;
}
