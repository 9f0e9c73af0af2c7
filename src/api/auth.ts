import type { CurrentUser, OpenSession } from '../runtime/services/people.ts';
import { encodeForm, type Http } from './http/client.ts';
import type { Tokens } from './http/tokens.ts';

/** Fields of the sign-in call. `grant_type` is absent if the user signs in with name, password and captcha. */
export type SignInForm = { username: string; grant_type?: 'factor' | 'ticket' } & Partial<
  Record<'password' | 'uuid' | 'validateCode' | 'challenge' | 'code' | 'ticket', string>
>;

/** Converts a picture to a data URI. Some back ends return only the base64 text. */
const asDataUri = (image: string): string => (image.startsWith('data:') ? image : `data:image/png;base64,${image}`);

/** Creates the calls of the auth service (CL-001…004, AU-002, AU-007). */
export const createAuthCalls = (http: Http, clientAuthorization: string) => ({
  async captcha(): Promise<{ uuid: string; image: string }> {
    const { uuid, image } = await http.send<{ uuid: string; image: string }>({
      method: 'GET',
      path: '/captcha',
      isAnonymous: true,
    });
    return { uuid, image: asDataUri(image) };
  },
  token(form: SignInForm): Promise<Tokens> {
    return http.send({
      method: 'POST',
      path: '/auth/oauth/token',
      isAnonymous: true,
      body: encodeForm({ grant_type: 'captcha', ...form }),
      headers: { Authorization: clientAuthorization },
    });
  },
  /** Returns the address of the page that also signs out of the company's sign-in service; null if there is none. */
  logout: (): Promise<{ address: string } | null> => http.send({ method: 'POST', path: '/auth/oauth/logout' }),
  /**
   * Returns the address of the user's picture. A picture of this server needs the token: its bytes are fetched, and the
   * address is an object URL.
   */
  async photo(): Promise<string> {
    const { url } = await http.send<{ url: string }>({
      method: 'GET',
      path: '/system/sys/user/getUserPhoto',
      isQuiet: true,
    });
    if (!url.startsWith('/api/')) return url;
    const { bytes } = await http.download({ method: 'GET', path: url.slice('/api'.length), isQuiet: true });
    return URL.createObjectURL(bytes);
  },
  setPhoto: (id: string): Promise<void> =>
    http.send({ method: 'POST', path: '/system/sys/user/setUserPhoto', body: { id } }),
  sessions: (): Promise<OpenSession[]> => http.send({ method: 'GET', path: '/auth/session/list' }),
  endSession: (id: string): Promise<void> => http.send({ method: 'POST', path: '/auth/session/end', body: { id } }),
  endOtherSessions: (): Promise<void> => http.send({ method: 'POST', path: '/auth/session/endOthers' }),
  currentUser: (): Promise<CurrentUser> => http.send({ method: 'GET', path: '/auth/oauth/getCurrentUser' }),
});
