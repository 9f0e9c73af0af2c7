import '../runtime/screen/popstateGuard.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { prefetchFirstPage } from './boot/prefetchFirstPage.ts';
import { App } from './App.tsx';
import { composeProduct } from './boot/compose.ts';
import { reportFailures } from './boot/failures.ts';
import { readMeta } from './boot/meta.ts';
import { STORAGE_FORBIDDEN_MESSAGE, replaceForbiddenStorage } from './boot/pageStorage.ts';
import { addNonceToStyles } from './boot/styleNonce.ts';

addNonceToStyles(document, readMeta('csp-nonce'));
const isStorageRefused = replaceForbiddenStorage(window);
const product = composeProduct();
if (isStorageRefused && window.parent === window) product.notices.show('warning', STORAGE_FORBIDDEN_MESSAGE, 'stays');
reportFailures(product.notices);
prefetchFirstPage(product.session, product.screens, window.location.hash);
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <App product={product} />
  </StrictMode>,
);
