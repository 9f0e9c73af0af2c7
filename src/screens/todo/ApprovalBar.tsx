import { Button } from 'antd';
import { useState } from 'react';
import type { NodeRules } from '../../rules/situation.ts';
import { ACTION_NAMES } from './actionNames.ts';
import { OpinionDialog, type Act } from './OpinionDialog.tsx';

interface Props {
  rules: NodeRules | null;
  isBusy: boolean;
  /** Whether an action may be begun now; a consent needs a complete form. */
  mayBegin(action: Act): boolean;
  /** Answers true when it was done. */
  onAct(action: Act, opinion: string): Promise<boolean>;
  onSave(): void;
}

const ACTS: readonly Act[] = ['reject', 'return', 'approve'];

/** The actions that this node allows; each asks for the opinion that goes with it. */
export function ApprovalBar({ rules, isBusy, mayBegin, onAct, onSave }: Props) {
  const [act, setAct] = useState<Act | null>(null);
  const allowed: readonly string[] = rules?.actions ?? [];
  return (
    <section className="sc-approval" aria-label="办理">
      {allowed.includes('save') ? <Button onClick={onSave} disabled={isBusy} data-action="save">保存</Button> : null}
      {ACTS.filter((action) => allowed.includes(action)).map((action) => (
        <Button
          key={action} type={action === 'approve' ? 'primary' : 'default'} danger={action === 'reject'} disabled={isBusy} data-action={action}
          onClick={() => { if (mayBegin(action)) setAct(action); }}
        >
          {ACTION_NAMES[action]?.label}
        </Button>
      ))}
      {act ? <OpinionDialog act={act} isBusy={isBusy} onClose={() => setAct(null)} onDone={(opinion) => { void onAct(act, opinion).then(() => setAct(null)); }} /> : null}
    </section>
  );
}
