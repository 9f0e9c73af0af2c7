import { Modal } from 'antd';
import { useServices } from '../../runtime/contexts.ts';
import { useReturnedFocus } from '../../runtime/host/returnedFocus.ts';
import { Failure } from '../../screens/shared/Failure.tsx';
import { useLoad } from '../../screens/shared/useLoad.ts';
import { PutInMenuDialog } from '../menu/PutInMenuDialog.tsx';
import { grantFormRights } from './grantFormRights.ts';
import { listScreenOf, publishList } from './publishList.ts';

/** Puts the list of a form into the menu; if the form has no published list, creates and publishes a simple list. */
export function PutFormInMenu({ formKey, name, onClose }: { formKey: string; name: string; onClose(): void }) {
  useReturnedFocus();
  const services = useServices();
  const { load, reload } = useLoad(() => services.screens.list(), [services]);
  if (load.state === 'error')
    return (
      <Modal open title="放进菜单" footer={null} onCancel={onClose}>
        <Failure error={load.error} onRetry={reload} />
      </Modal>
    );
  if (load.state !== 'ready') return null;
  const { screenKey, isPublished } = listScreenOf(formKey, load.value);
  return (
    <PutInMenuDialog
      component={screenKey}
      name={name}
      {...(isPublished ? {} : { prepare: () => publishList(services, formKey, name, screenKey) })}
      grant={(roles) => grantFormRights(services, formKey, roles)}
      onClose={onClose}
    />
  );
}
