import { useServices } from '../../runtime/contexts.ts';
import { useLoad } from '../../screens/shared/useLoad.ts';
import { PutInMenuDialog } from '../menu/PutInMenuDialog.tsx';
import { grantForm } from './grantForm.ts';
import { listOf, publishList } from './publishList.ts';

/** Puts the list of a form into the menu; where no list of it is published yet, a plain one is made and published. */
export function PutFormInMenu({ formKey, name, onClose }: { formKey: string; name: string; onClose(): void }) {
  const services = useServices();
  const { load } = useLoad(() => services.screens.list(), [services]);
  if (load.state !== 'ready') return null;
  const { screenKey, isThere } = listOf(formKey, load.value);
  return (
    <PutInMenuDialog
      component={screenKey}
      name={name}
      {...(isThere ? {} : { prepare: () => publishList(services, formKey, name, screenKey) })}
      grant={(roles) => grantForm(services, formKey, roles)}
      onClose={onClose}
    />
  );
}
