import { Result } from 'antd';
import { useLocation } from 'react-router-dom';
import type { FormManagerNode } from '../grammar/nodes.ts';
import { isAdministrator } from '../rules/permission.ts';
import { useSituation } from '../runtime/contexts.ts';
import type { BlockProps } from '../runtime/faces.ts';
import { toSearch, usePlace } from '../screens/place/place.ts';
import { FormEditorLoader } from './FormEditorLoader.tsx';
import { FormList } from './FormList.tsx';
import '../screens/screens.css';
import './designer.css';

/** Administrators' list of forms and the editor of one; which one stands in the address (`form`). */
export function FormManagerBlock({ node }: BlockProps<FormManagerNode>) {
  const { user } = useSituation();
  const place = usePlace();
  const { pathname } = useLocation();
  const formKey = place.query.form ?? '';
  // The server refuses everybody else as well; this only spares them an editor that cannot save.
  if (!isAdministrator(user)) return <Result status="403" title="没有权限" subTitle="表单管理仅对系统管理员开放" />;
  if (formKey === '') return <FormList title={node.title ?? '表单管理'} onOpen={(form) => place.go(pathname + toSearch({ form }))} />;
  return <FormEditorLoader key={formKey} formKey={formKey} onBack={() => place.go(pathname)} />;
}
