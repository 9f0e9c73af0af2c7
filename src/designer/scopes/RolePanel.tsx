import { Button, Radio } from 'antd';
import { useCallback, useEffect, useState, type RefObject } from 'react';
import { useServices } from '../../runtime/contexts.ts';
import type { RoleScope, RoleScopes } from '../../runtime/services/roleScopes.ts';
import { LeaveGuard } from '../../screens/navigation/LeaveGuard.tsx';
import { messageOf } from '../../screens/shared/messages.ts';
import { StatusTag } from '../../screens/shared/StatusTag.tsx';
import { useFeedback } from '../../screens/shared/useFeedback.ts';
import { ChosenDepts } from './ChosenDepts.tsx';
import { ConfirmScopes } from './ConfirmScopes.tsx';
import { FormScopes } from './FormScopes.tsx';
import { isSameScopes, lacksDepts, normalizedScope, scopeChanges, SCOPES, type Scopes } from './dataScopes.ts';

interface Props {
  role: RoleScope;
  forms: RoleScopes['forms'];
  onSaved(): void;
  /** True if there are unsaved changes; the page sets it to false when the user discards them. */
  isDirtyRef: RefObject<boolean>;
}

/** Editor of the data scope of one role: which records it can read in general and in particular forms. */
export function RolePanel({ role, forms, onSaved, isDirtyRef }: Props) {
  const { roleScopes } = useServices();
  const { message } = useFeedback();
  const storedScopes: Scopes = { ...normalizedScope(role), forms: role.forms };
  const [draft, setDraft] = useState<Scopes>(storedScopes);
  const [isConfirming, setConfirming] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const isDirty = !isSameScopes(storedScopes, draft);
  const isIncomplete = [draft, ...draft.forms].some(lacksDepts);
  const changes = scopeChanges(storedScopes, draft, forms);
  useEffect(() => {
    isDirtyRef.current = isDirty;
  }, [isDirty, isDirtyRef]);
  const isBlocked = useCallback(() => isDirtyRef.current, [isDirtyRef]);
  const save = (): void => {
    setBusy(true);
    roleScopes
      .save({ code: role.code, ...normalizedScope(draft), forms: draft.forms, before: storedScopes })
      .then(
        () => {
          isDirtyRef.current = false;
          setConfirming(false);
          message.success('已保存，马上生效');
          onSaved();
        },
        (error: unknown) => message.error(messageOf(error)),
      )
      .finally(() => setBusy(false));
  };
  return (
    <section className="dz-scope-panel" aria-label={`${role.name}的数据权限`} data-role={role.code}>
      <LeaveGuard hasUnsavedInput={isBlocked} />
      <header className="dz-scope-head">
        <h3>{role.name}</h3>
        <span className="sc-note">{role.holders} 人</span>
        {isDirty ? <StatusTag tone="warn">未保存</StatusTag> : null}
      </header>
      <h4 id={`scope-${role.code}`}>能查看的单据</h4>
      <Radio.Group
        className="dz-scope-choice"
        aria-labelledby={`scope-${role.code}`}
        value={draft.scope}
        onChange={({ target }) => setDraft({ ...draft, scope: target.value as Scopes['scope'] })}
      >
        {SCOPES.map(({ value, label, hint }) => (
          <Radio key={value} value={value} data-scope={value}>
            <span className="dz-scope-name">{label}</span>
            <span className="sc-note">{hint}</span>
          </Radio>
        ))}
      </Radio.Group>
      {draft.scope === 'chosen' ? (
        <ChosenDepts
          label="选择能查看的部门"
          ids={draft.deptIds ?? []}
          onChange={(deptIds) => setDraft({ ...draft, deptIds })}
        />
      ) : null}
      <h4>单独设置的表单</h4>
      <FormScopes
        formScopes={draft.forms}
        generalScope={normalizedScope(draft)}
        forms={forms}
        onChange={(formScopes) => setDraft({ ...draft, forms: formScopes })}
      />
      <footer className="dz-scope-foot">
        <Button disabled={!isDirty} onClick={() => setDraft(storedScopes)} data-action="undo">
          撤销修改
        </Button>
        <Button
          type="primary"
          disabled={!isDirty || isIncomplete}
          loading={isBusy && !isConfirming}
          onClick={() => (changes.length > 0 ? setConfirming(true) : save())}
          data-action="save"
        >
          保存
        </Button>
      </footer>
      {isConfirming ? (
        <ConfirmScopes
          role={role}
          changes={changes}
          isBusy={isBusy}
          onOk={save}
          onCancel={() => setConfirming(false)}
        />
      ) : null}
    </section>
  );
}
