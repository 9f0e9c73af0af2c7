import { observer } from '@formily/reactive-react';
import { Alert, Button, Result, Skeleton } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { companionKey } from '../../domain/companionKey.ts';
import type { SystemFormNode } from '../../grammar/nodes.ts';
import { isAdministrator } from '../../rules/permission.ts';
import { useServices, useSituation } from '../../runtime/contexts.ts';
import { FormView } from '../../runtime/form/FormView.tsx';
import { useFormSession } from '../../runtime/form/useFormSession.ts';
import { checkNothingPending } from '../../runtime/host/checkNothingPending.ts';
import type { BlockProps } from '../../runtime/node/faces.ts';
import { typedChanges } from '../detail/typedChanges.ts';
import { LeaveGuard } from '../navigation/LeaveGuard.tsx';
import { Failure } from '../shared/Failure.tsx';
import { messageOf } from '../shared/messages.ts';
import { useFeedback } from '../shared/useFeedback.ts';
import { useInlineForm } from '../shared/useInlineForm.ts';
import { useLoad } from '../shared/useLoad.ts';
import { toRecord, valuesOf } from './FormDialog.tsx';
import { mayUse, flagsToBooleans, booleansToFlags, type SystemRow } from './rows.ts';
import '../screens.css';
import './systemList.css';

/** A form for one object of system data, loaded from `url` and saved to `saveUrl`; read-only without `saveUrl`. */
export function SystemFormBlock({ node }: BlockProps<SystemFormNode>) {
  const { user } = useSituation();
  const services = useServices();
  const isAllowed = node.permission === 'admin' ? isAdministrator(user) : mayUse(node.permission, user);
  const { load, reload } = useLoad<SystemRow>(
    () =>
      isAllowed
        ? (services.request({ url: node.url, method: 'GET', params: {} }) as Promise<SystemRow>)
        : Promise.resolve({}),
    [services, node.url, isAllowed],
  );
  if (!isAllowed)
    return <Result status="403" title="没有权限" subTitle={`您没有查看“${node.title ?? '此页面'}”的权限`} />;
  if (load.state === 'error') return <Failure error={load.error} onRetry={reload} />;
  if (!load.value) return <Skeleton active paragraph={{ rows: 8 }} />;
  return <SystemFormView node={node} values={load.value} isLoading={load.state === 'loading'} onReload={reload} />;
}

interface Props {
  node: SystemFormNode;
  values: SystemRow;
  /** True while the values are loaded again: their revision is then outdated. */
  isLoading: boolean;
  onReload(): void;
}

const SystemFormView = observer(function SystemFormView({ node, values, isLoading, onReload }: Props) {
  const services = useServices();
  const pageSituation = useSituation();
  const { message } = useFeedback();
  const lockedKeysJson = JSON.stringify(node.lockedKey === undefined ? [] : (values[node.lockedKey] ?? []));
  const fields = useMemo(() => {
    const lockedKeys = JSON.parse(lockedKeysJson) as string[];
    return (node.fields as unknown as Record<string, unknown>[]).map((field) =>
      lockedKeys.includes(String(field['__vModel__']))
        ? { ...field, disabled: true, help: '由服务器的环境变量设定，在此不能修改' }
        : field,
    );
  }, [node.fields, lockedKeysJson]);
  const isReadOnly = node.saveUrl === undefined;
  const compiled = useInlineForm('systemForm', node.title ?? '', fields, node.labelWidth ?? 120);
  const situation = useMemo(
    () => ({ ...pageSituation, isEdit: isReadOnly ? ('0' as const) : ('1' as const), recordId: null, flowState: '0' }),
    [pageSituation, isReadOnly],
  );
  const session = useFormSession({
    compiled,
    record: null,
    situation,
    services,
    mode: isReadOnly ? 'view' : 'edit',
  });
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const valuesJson = JSON.stringify(values);
  useEffect(() => {
    // keeps values that were typed during the save and the following load
    const { fields: typedFields, tables } = typedChanges(session);
    const typedValues = [...session.compiled.fields.keys()]
      .filter((key) => Object.hasOwn(typedFields, key) || Object.hasOwn(tables, key))
      .map((key) => ({ key, value: session.values[key], label: session.values[companionKey(key)] }));
    session.load(toRecord('systemForm', booleansToFlags(JSON.parse(valuesJson) as SystemRow)));
    for (const { key, value, label } of typedValues)
      session.setValue(key, value, typeof label === 'string' ? label : undefined);
  }, [session, valuesJson]);
  const save = async (): Promise<void> => {
    if (!checkNothingPending(session)) return;
    const [firstProblem] = session.validate();
    if (firstProblem) {
      session.focusProblem(firstProblem.path);
      return;
    }
    setBusy(true);
    setFailure(null);
    // sends the loaded revision, by which the server detects conflicting changes
    const { revision } = values;
    const params = { ...(revision === undefined ? {} : { revision }), ...flagsToBooleans(valuesOf(session), values) };
    // copied before the request, so that values typed during the request stay marked as unsaved
    const sentRecord = session.toRecord();
    try {
      await services.request({ url: node.saveUrl ?? '', method: 'POST', params });
      message.success(node.saved ?? '已保存');
      session.markSaved(sentRecord);
      if (node.reloads) window.location.reload();
      else onReload();
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="sc-list" data-system-form={node.url}>
      {isReadOnly ? null : <LeaveGuard hasUnsavedInput={() => session.isDirty} />}
      <div className="sc-toolbar">
        <h2 className="sc-title">{node.title}</h2>
        {isReadOnly ? (
          <Button onClick={onReload} data-action="refresh">
            刷新
          </Button>
        ) : null}
      </div>
      {node.note ? <p className="sc-note sl-note">{node.note}</p> : null}
      {failure ? (
        <Alert type="error" showIcon role="alert" message={messageOf(failure)} className="sl-failure" />
      ) : null}
      <div className="sl-form">
        <FormView session={session} hasSaveAll={false} />
        {isReadOnly ? null : (
          <footer className="sl-form-foot">
            <Button
              disabled={!session.isDirty}
              onClick={() => session.load(toRecord('systemForm', booleansToFlags(values)))}
              data-action="undo"
            >
              撤销修改
            </Button>
            <Button
              type="primary"
              loading={isBusy || isLoading}
              disabled={!session.isDirty}
              onClick={() => void save()}
              data-action="save"
            >
              保存
            </Button>
          </footer>
        )}
      </div>
    </div>
  );
});
