import { useEffect, useState } from 'react';
import type { GreetingNode } from '../../grammar/nodes.ts';
import { useSituation } from '../../runtime/contexts.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import { useShownAgainListener } from '../../runtime/screen/page.ts';
import '../screens.css';

function greetingOf(hour: number): string {
  if (hour < 6) return '夜深了';
  if (hour < 12) return '上午好';
  return hour < 14 ? '中午好' : hour < 18 ? '下午好' : '晚上好';
}

/** Greeting by the time of day, updated when the user returns to the page or to the window. */
export function GreetingBlock({ node }: BlockProps<GreetingNode>) {
  const { user } = useSituation();
  const [hour, setHour] = useState(() => new Date().getHours());
  const updateHour = (): void => setHour(new Date().getHours());
  useShownAgainListener(updateHour);
  useEffect(() => {
    document.addEventListener('visibilitychange', updateHour);
    return () => document.removeEventListener('visibilitychange', updateHour);
  }, []);
  return <h2 className="sc-title">{node.title ?? `${greetingOf(hour)}，${user.name}`}</h2>;
}
