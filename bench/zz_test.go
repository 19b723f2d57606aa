package bench

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
)

func TestZZ(t *testing.T) {
	n, _ := strconv.Atoi(os.Getenv("N"))
	for _, r := range Rows() {
		if os.Getenv("ROW") == "" || !strings.Contains(r.Name, os.Getenv("ROW")) {
			continue
		}
		rs := r.Runners(&Setting{})
		for range n {
			rs[0].Round()
			if os.Getenv("PEER") != "" {
				rs[len(rs)-1].Round()
			}
		}
		fmt.Printf("%.1f", rs[0].Figure())
		if os.Getenv("PEER") != "" {
			fmt.Printf("/%.1f", rs[len(rs)-1].Figure())
		}
		fmt.Println()
		return
	}
}
