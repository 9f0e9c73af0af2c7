import { useState } from 'react';
import type { GreetingNode } from '../../grammar/nodes.ts';
import { useSituation } from '../../runtime/contexts.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import '../screens.css';

function greetingOf(hour: number): string {
  if (hour < 6) return '夜深了';
  if (hour < 12) return '上午好';
  return hour < 14 ? '中午好' : hour < 18 ? '下午好' : '晚上好';
}

/** Greeting by the time of day. */
export function GreetingBlock({ node }: BlockProps<GreetingNode>) {
  const { user } = useSituation();
  const [hour] = useState(() => new Date().getHours());
  return <h2 className="sc-title">{node.title ?? `${greetingOf(hour)}，${user.name}`}</h2>;
}
