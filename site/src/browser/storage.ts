// What this browser stores for the site, and a tab for its next page. It may refuse to (cookies blocked), or be full:
// then nothing is remembered, and all else works.

/** Whether the browser lets the site store anything. */
export function canStore(): boolean {
  try {
    localStorage.getItem('')
    return true
  } catch {
    return false
  }
}

export function readStored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

export function store(key: string, text: string): void {
  try {
    localStorage.setItem(key, text)
  } catch {
    // What is shown is read again, so that it says what is stored.
  }
}

export function removeStored(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Nothing is stored.
  }
}

/** For the next page of this tab. */
export function storeForNext(key: string, text: string): void {
  try {
    sessionStorage.setItem(key, text)
  } catch {
    // The next page begins at its top.
  }
}

/** What the page before stored for this one; the page after finds it no more. */
export function takeFromLast(key: string): string | null {
  try {
    const text = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    return text
  } catch {
    return null
  }
}
