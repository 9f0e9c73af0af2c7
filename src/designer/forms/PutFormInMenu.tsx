import { useServices } from '../../runtime/contexts.ts';
import { useLoad } from '../../screens/shared/useLoad.ts';
import { PutInMenuDialog } from '../menu/PutInMenuDialog.tsx';
import { grantForm } from './grantForm.ts';
import { firstScreen, listKeyOf } from '../screens/screenStarts.ts';

/** Puts the list of a form into the menu; where no list of it is published yet, a plain one is made and published. */
export function PutFormInMenu({ formKey, name, onClose }: { formKey: string; name: string; onClose(): void }) {
  const services = useServices();
  const { load } = useLoad(() => services.screens.list(), [services]);
  if (load.state !== 'ready') return null;
  const existing = load.value.find(
    ({ key, version }) => version > 0 && key.split('/')[1] === formKey && key.endsWith('/list'),
  );
  const screenKey = existing?.key ?? listKeyOf(formKey);
  const publish = async (): Promise<void> => {
    const isMade = (await services.screens.list()).some(({ key, version }) => key === screenKey && version > 0);
    if (isMade) return;
    await services.screens.saveDraft(screenKey, name, firstScreen('list', { screenKey, title: name, formKey }));
    await services.screens.publish(screenKey, '放进菜单时新建');
  };
  return (
    <PutInMenuDialog
      component={screenKey}
      name={name}
      {...(existing ? {} : { prepare: publish })}
      grant={(roles) => grantForm(services, formKey, roles)}
      onClose={onClose}
    />
  );
}
