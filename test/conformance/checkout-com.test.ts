import { checkoutComSubject } from './checkout-com-subject.ts';
import { describePsp } from './describe-psp.ts';

describePsp(checkoutComSubject);
