import { checkoutComSubject } from './checkout-com.ts';
import { describePsp } from './describe-psp.ts';

describePsp(checkoutComSubject);
