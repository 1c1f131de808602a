/** What browsers that know Trusted Types take for an address of code; to all others, text. */
interface Policy {
  createScriptURL(address: string): string;
}
interface Policies {
  createPolicy(name: string, rules: Policy): Policy;
}

const { trustedTypes } = window as { trustedTypes?: Policies };
const rules: Policy = { createScriptURL: ofThisOrigin };
// The only policy there is: the pages' headers name it, and no other can be made.
const policy = trustedTypes?.createPolicy("own-code", rules) ?? rules;

/** Where code of ours lies that a worker shall run. No other text leads to code, wherever it may come from. */
export const ownCode = (address: string) => policy.createScriptURL(address);

function ofThisOrigin(address: string): string {
  if (new URL(address, location.href).origin !== location.origin) throw new Error("this is no code of ours");
  return address;
}
