import { useSession } from '../../session/context.ts';
import { PasswordDialog } from './PasswordDialog.tsx';

/** What a person with a password that was given to them sees instead of everything else. */
export function FirstSignIn() {
  const session = useSession();
  return (
    <main className="sf-alone" data-first-sign-in="">
      <PasswordDialog isOpen isFirst onClose={() => void session.signOut()} />
    </main>
  );
}
