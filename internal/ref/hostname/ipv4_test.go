package hostname

import (
	"net/netip"
	"testing"
)

func TestInetAton(t *testing.T) {
	for _, tt := range []struct {
		host    string
		address string // "" if there is none
		numeric bool
	}{
		{"127.0.0.1", "127.0.0.1", true},
		{"0x7f.1", "127.0.0.1", true},
		{"010.0.0.1", "8.0.0.1", true},
		{"2130706433", "127.0.0.1", true},
		{"1.2.3", "1.2.0.3", true},
		{"1.2.65535", "1.2.255.255", true},
		{"1.2.65536", "", true},
		{"1.2.3.4.", "1.2.3.4", true},
		{"256.1.1.1", "", true},
		{"1.2.3.256", "", true},
		{"4294967295", "255.255.255.255", true},
		{"4294967296", "", true},
		{"08.1", "", true},
		{"1.2.3.4.5", "", false},
		{"1..2", "", false},
		{"0xg", "", false},
		{"a.1", "", false},
		{"", "", false},
	} {
		address, numeric, ok := InetAton(tt.host)
		got := ""
		if ok {
			got = netip.AddrFrom4(address).String()
		}
		if got != tt.address || numeric != tt.numeric {
			t.Errorf("%q: got %q, numeric %v, want %q, %v", tt.host, got, numeric, tt.address, tt.numeric)
		}
	}
}
