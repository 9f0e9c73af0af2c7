import { useServices } from '../../runtime/contexts.ts';
import { useLoad } from '../../screens/shared/useLoad.ts';
import { PutInMenuDialog } from '../menu/PutInMenuDialog.tsx';
import { grantFormRights } from './grantFormRights.ts';
import { listScreenOf, publishList } from './publishList.ts';

/** Puts the list of a form into the menu; if none is published yet, a simple list is created and published. */
export function PutFormInMenu({ formKey, name, onClose }: { formKey: string; name: string; onClose(): void }) {
  const services = useServices();
  const { load } = useLoad(() => services.screens.list(), [services]);
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
