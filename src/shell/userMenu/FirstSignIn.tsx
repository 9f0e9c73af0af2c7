import { useSession } from '../../session/context.ts';
import { PasswordDialog } from './PasswordDialog.tsx';

/** Page that replaces the application until a person has changed the password that an administrator set. */
export function FirstSignIn() {
  const session = useSession();
  return (
    <main className="sf-alone" data-first-sign-in="">
      <PasswordDialog isOpen isMandatory onClose={() => void session.signOut()} />
    </main>
  );
}
